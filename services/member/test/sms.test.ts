import { contract } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { effectiveSmsProvider } from '../src/sms/sms.ts'
import { createSolapi } from '../src/sms/solapi.ts'
import { NonRetryableError } from '../src/task/task.ts'
import { listeningProcess, phones } from './phone-steps.ts'
import { type Solapi, startSolapi } from './solapi-double.ts'
import { type Member, readMemberConfig, startMember, startTestMember } from './start-member.ts'

const solapi = startedBeforeAll(startSolapi)

const message = { to: '+821098765432', text: '[KINGCAR] 인증번호 098765' }

describe('Solapi', () => {
  test('gets digits, with a new signature for each message', async () => {
    const sms = createSolapi(solapi.options)
    await sms.send(message)
    await sms.send(message)
    const taken = { to: '01098765432', from: '025550100', text: message.text, type: 'SMS' }
    expect(solapi.calls.splice(0)).toEqual([taken, taken])
  })

  /** The error of a send, which must not contain parts of the message. */
  async function failure(options: Partial<Solapi['options']> = {}, deadlineMs?: number): Promise<Error> {
    const error: unknown = await createSolapi({ ...solapi.options, ...options }, deadlineMs)
      .send(message)
      .catch((cause: unknown) => cause)
    if (!(error instanceof Error)) throw new Error('the message was taken')
    const text = `${error.message} ${error.stack} ${error.cause}`
    for (const secret of ['1098765432', '098765', '인증번호']) expect(text).not.toContain(secret)
    return error
  }

  test.each([
    ['busy', { status: 429 }],
    ['down', { status: 503, body: '<html>' }],
    ['away', 'cut'],
    ['silent', 'hang'],
    ['at fault', '1024'],
    ['without its carrier', '3012'],
    ['not told our sender', '1062'],
    ['not paid', { status: 402, body: { errorCode: 'NotEnoughBalance' } }],
    ['closed to this address', { status: 403 }],
    ['no API', { status: 200, body: '<html>hello</html>' }],
    ['endless', { status: 200, body: JSON.stringify({ statusCode: '2000', more: 'x'.repeat(100_000) }) }],
  ] as const)('that is %s is worth a retry', async (_how, answer) => {
    solapi.plan.push(answer)
    expect(await failure({}, 300)).not.toBeInstanceOf(NonRetryableError)
  })

  const echo = { errorCode: '01098765432', errorMessage: '01098765432' }
  test.each([
    ['the form of a number is wrong', '3013', 'Solapi rejected the message: 3013'],
    ['the form is wrong', { status: 400, body: echo }, 'Solapi rejected the request: 400 an unknown code'],
  ] as const)('is not retried if %s', async (_why, answer, message) => {
    solapi.plan.push(answer)
    const error = await failure()
    expect(error).toBeInstanceOf(NonRetryableError)
    expect(error.message).toBe(message)
  })

  test('refuses a wrong secret, which is worth a retry like an unreachable server', async () => {
    const refused = await failure({ SOLAPI_API_SECRET: 'wrong' })
    expect(refused.message).toBe('Solapi rejected the request: 403 SignatureDoesNotMatch')
    expect(refused).not.toBeInstanceOf(NonRetryableError)
    expect(await failure({ SOLAPI_URL: 'http://127.0.0.1:1' })).not.toBeInstanceOf(NonRetryableError)
  })
})

/** Mail has no outbox either. */
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'noreply@kingcar.test' }

describe('the service', () => {
  const running = listeningProcess()
  let member: Member
  let phone: ReturnType<typeof phones>
  beforeAll(async () => {
    member = await startTestMember({ ...solapi.options, ...mailServer }, running)
    phone = phones(member)
  })
  afterAll(() => member[Symbol.asyncDispose]())
  beforeEach(() => void solapi.calls.splice(0))

  const send = async () => {
    const { number, address } = phone.fresh()
    await phone.send(number, address)
    return number
  }
  const codesSent = () => solapi.calls.map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')
  const tasksDone = () => expect.poll(async () => (await member.backend.sql`select from member.tasks`).length).toBe(0)

  test('retries until the provider accepts the code, which is the same each time', async () => {
    solapi.plan.push({ status: 500 }, 'cut')
    const number = await send()
    await tasksDone()
    const codes = codesSent()
    expect(codes).toHaveLength(3)
    expect(new Set(codes).size).toBe(1)
    expect(await outcome(phone.check(number, codes[0] ?? ''))).toBe('ok')
    for (const secret of [number.slice(3), ...codes]) expect(running.output()).not.toContain(secret)
  })

  test('gives up a permanent failure, and logs the reason without number and code', async () => {
    solapi.plan.push('3013')
    const number = await send()
    await tasksDone()
    expect(solapi.calls).toHaveLength(1)
    expect(running.output()).toContain('Solapi rejected the message: 3013')
    for (const secret of [number.slice(3), ...codesSent()]) expect(running.output()).not.toContain(secret)
  })

  test('does not send an expired or replaced code, however late its task runs', async () => {
    const number = await send()
    await tasksDone()
    const { sql } = member.backend
    const [row] = await sql`update member.phone_codes set expires_at = now()
      where phone_number = ${number} returning id`
    for (const id of [row?.id, crypto.randomUUID()])
      await sql`insert into member.tasks (task, give_up_at) values
        (${sql.json({ kind: 'sendCode', verificationId: id })}, now() + interval '1 minute')`
    await tasksDone()
    expect(solapi.calls).toHaveLength(1)
  })

  test('counts the sent codes, and has no outbox', async () => {
    const metrics = await running.health.metrics.metrics()
    for (const figure of ['"asked"} 3', '"sent"} 2', '"failed"} 3'])
      expect(metrics).toContain(`kingcar_member_codes_total{outcome=${figure}\n`)
    expect(await outcome(member.call(contract.member.listOutbox, {}))).toBe('NOT_FOUND')
  })

  test('without a provider refuses to send, and logs one warning', async () => {
    await member.stop()
    const without = listeningProcess()
    await using _none = await startMember(Object.assign({}, member.options, { SMS_PROVIDER: 'none' }), without)
    const { number, address } = phone.fresh()
    await expect(phone.send(number, address)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 60 })
    expect(await outcome(phone.send('02-123-4567', address))).toBe('VALIDATION_FAILED')
    expect(await outcome(member.call(contract.member.listOutbox, {}))).toBe('NOT_FOUND')
    expect(without.output().match(/phones cannot be verified/g)).toHaveLength(1)
  })
})

describe('the provider', () => {
  const required = {
    NATS_URL: '127.0.0.1',
    NATS_PASSWORD: 'x',
    DATABASE_URL: 'postgres://127.0.0.1',
    JWT_PRIVATE_KEY: 'x',
    TOKEN_SECRET: '00'.repeat(32),
    IDEMPOTENCY_SECRET: '00'.repeat(32),
  }
  test.each([
    [{}, 'outbox'],
    [{ NODE_ENV: 'production' }, 'none'],
    [{ SMS_PROVIDER: 'none' }, 'none'],
    [
      {
        NODE_ENV: 'production',
        SMS_PROVIDER: 'solapi',
        SMS_FROM: '025550100',
        SOLAPI_API_KEY: 'k',
        SOLAPI_API_SECRET: 's',
      },
      'solapi',
    ],
  ])('of %o is %s', (given, provider) => {
    expect(effectiveSmsProvider(readMemberConfig({ ...required, ...given }))).toBe(provider)
  })

  test.each([
    { NODE_ENV: 'production', SMS_PROVIDER: 'outbox' },
    { NODE_ENV: 'production', SOLAPI_URL: 'http://api.solapi.com' },
    { NODE_ENV: 'production', KAKAO_API_URL: 'http://kapi.kakao.com' },
    { SMS_PROVIDER: 'solapi', SMS_FROM: '025550100' },
    { SMS_PROVIDER: 'pigeon' },
  ])('of %o is refused at start', (given) => {
    expect(() => readMemberConfig({ ...required, ...given })).toThrow(expect.objectContaining({ name: 'ConfigError' }))
  })
})
