import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '@kingcar/contract'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { RecipientUnavailableError } from '../src/channel/channel.ts'
import { readMemberConfig } from '../src/config.ts'
import { mailProviderOf } from '../src/mail/mail.ts'
import { createSmtp } from '../src/mail/smtp.ts'
import { NonRetryableError } from '../src/task/task.ts'
import { startBeforeAll } from './start-member.ts'

const member = startBeforeAll()
const letter = { to: 'owner@kingcar.test', subject: '안내', text: '번호를 지웠어요.\n' }

/** A mail server that accepts mail, or does what the options say. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((message) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: message })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined) // a client that goes away
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    received,
    smtp: (more: Partial<Parameters<typeof createSmtp>[0]> = {}) =>
      createSmtp({
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'KingCar <noreply@kingcar.test>',
        NODE_ENV: '',
        ...more,
      }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

test('a member whose number was released is mailed once', async () => {
  const { id, email } = await member.addMember()
  await member.call(contract.member.releasePhone, { id, reason: '번호의 새 주인이 가입해요.' }, { actor: admin })
  await member.call(contract.member.releasePhone, { id, reason: '한 번 더 눌렀어요.' }, { actor: admin })
  const mails = async () => (await member.call(contract.member.listOutbox, {})).filter(({ to }) => to === email)
  await expect.poll(mails).toMatchObject([{ subject: '[KingCar] 계정에서 휴대폰 번호를 지웠어요' }])
})
const admin = {
  role: 'admin',
  id: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  adminRole: 'owner',
  storeIds: null,
} as const

test('a mail server gets sender, recipient and text', async () => {
  await using server = await startMailServer()
  await server.smtp().send(letter)
  expect(server.received).toMatchObject([{ from: 'noreply@kingcar.test', to: [letter.to] }])
  expect(server.received[0]?.text).toContain('From: KingCar <noreply@kingcar.test>')
})

test('a mail server gets user and password', async () => {
  await using server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'kingcar' && password === 'right' ? done(null, { user: 'kingcar' }) : done(new Error('wrong')),
  })
  await server.smtp({ SMTP_USER: 'kingcar', SMTP_PASSWORD: 'right' }).send(letter)
  expect(server.received).toHaveLength(1)
  await expect(server.smtp({ SMTP_USER: 'kingcar', SMTP_PASSWORD: 'wrong' }).send(letter)).rejects.toThrow('EAUTH')
})

describe('a mail that is not accepted', () => {
  const refusing = (responseCode: number) =>
    startMailServer({
      onRcptTo: ({ address }, _, done) => done(Object.assign(new Error(`no ${address}`), { responseCode })),
    })

  test('is tried again after a temporary reply, which is about its recipient, and not after a permanent one', async () => {
    for (const [code, isFinal, isOfRecipient] of [
      [451, false, true],
      [421, false, false],
      [550, true, false],
    ] as const) {
      await using server = await refusing(code)
      const failure = await server
        .smtp()
        .send(letter)
        .catch((error: Error) => error)
      expect(failure instanceof NonRetryableError).toBe(isFinal)
      expect(failure instanceof RecipientUnavailableError).toBe(isOfRecipient)
      expect(String(failure)).toContain(`reply ${code}`)
      expect(String(failure)).not.toContain(letter.to)
    }
  })

  test('is tried again if the server refuses the sender, which is about all mail', async () => {
    await using server = await startMailServer({
      onMailFrom: (_address, _, done) => done(Object.assign(new Error('not yours'), { responseCode: 550 })),
    })
    const failure = await server
      .smtp()
      .send(letter)
      .catch((error: Error) => error)
    expect(String(failure)).toContain('reply 550')
    expect(failure).not.toBeInstanceOf(NonRetryableError)
  })

  test('is tried again if the server is away, or in production offers no encryption', async () => {
    await using server = await startMailServer()
    for (const more of [{ SMTP_URL: 'smtp://127.0.0.1:1' }, { NODE_ENV: 'production' }]) {
      const failure = await server
        .smtp(more)
        .send(letter)
        .catch((error: Error) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(NonRetryableError)
    }
    expect(server.received).toEqual([])
  })
})

describe('the configuration', () => {
  const required = {
    ...{ NATS_URL: 'nats://localhost', NATS_PASSWORD: 'p', DATABASE_URL: 'postgres://localhost', JWT_PRIVATE_KEY: 'k' },
    ...{ TOKEN_SECRET: '00'.repeat(32), IDEMPOTENCY_SECRET: '00'.repeat(32) },
  }
  test.each([
    [{}, 'outbox'],
    [{ NODE_ENV: 'production' }, 'none'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtps://mail.kingcar.test', MAIL_FROM: 'a@kingcar.test' }, 'smtp'],
  ])('%o is %s', (given, provider) =>
    expect(mailProviderOf(readMemberConfig({ ...required, ...given }))).toBe(provider),
  )

  test.each([
    { SMTP_URL: 'smtp://mail.kingcar.test' },
    { SMTP_URL: 'http://mail.kingcar.test', MAIL_FROM: 'a@kingcar.test' },
    { SMTP_URL: 'smtp://user:secret@mail.kingcar.test', MAIL_FROM: 'a@kingcar.test' },
  ])('%o is refused at start', (given) =>
    expect(() => readMemberConfig({ ...required, ...given })).toThrow(expect.objectContaining({ name: 'ConfigError' })),
  )
})
