import { contract } from '@kingcar/contract'
import { outcome, startBundle, testProcess, withFullStream } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { actorOf, claimsOf, type Pair, startBeforeAll, startMember } from './start-member.ts'

const member = startBeforeAll()
const account = { email: 'root@kingcar.test', password: 'correct horse battery' }
beforeAll(() => member.join(account.email, account.password))

const logout = (tokens: Pair) =>
  member.bus.call(contract.member.logoutAdmin, tokens, member.from('203.0.113.1', actorOf(tokens)))
const ended = async () => (await member.events('member.sessionEnded', 1)).map(({ sessionId }) => sessionId)

test('a session ends, though the stream of other events is full', async () => {
  const tokens = await member.login(account)
  await withFullStream(member.backend.nats, 'EVENTS', async () => {
    await member.join('waits@kingcar.test', account.password) // its event waits in the outbox
    await logout(tokens)
    await expect.poll(ended).toContain(claimsOf(tokens).sid)
    expect(await member.backend.sql`select from member.outbox`).not.toHaveLength(0)
  })
  await expect.poll(() => member.backend.sql`select from member.outbox`).toHaveLength(0)
})

test('while the end of a session cannot be stored, it is refused and has not happened', async () => {
  const tokens = await member.login(account)
  await withFullStream(member.backend.nats, 'REVOCATIONS', async () => {
    await expect(logout(tokens)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
  const renewed = await member.reissue(tokens)
  await logout(renewed)
  await expect.poll(ended).toContain(claimsOf(tokens).sid)
  await expect(member.reissue(renewed)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
})

test('killed after the publication of the end of a session: its row ends too, and no token is renewed', async () => {
  const tokens = await member.login(account)
  await member.stop()
  const environment = Object.entries(member.options).map(([name, value]) => [name, String(value)])
  const doomed = await startBundle('member', {
    ...Object.fromEntries(environment),
    FAULT: 'transaction.published:kill',
  })
  await doomed.ready()
  await expect(logout(tokens)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  await expect.poll(ended).toContain(claimsOf(tokens).sid)
  await using _successor = await startMember(member.options, testProcess())
  await expect.poll(() => outcome(member.reissue(tokens))).toBe('REFRESH_INVALID')
})
