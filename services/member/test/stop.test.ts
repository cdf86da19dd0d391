import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { actorOf, startTestMember } from './start-member.ts'

const { logoutAdmin } = contract.member

test('a logout just before a stop is published before the next start', async () => {
  await using member = await startTestMember()
  await member.join('last@kingcar.test', 'correct horse battery')
  const tokens = await member.login({ email: 'last@kingcar.test', password: 'correct horse battery' })
  const relay = await member.backend.sql.reserve()
  await relay`select pg_advisory_lock(hashtextextended('member.outbox', 0))`
  const logout = () => member.bus.call(logoutAdmin, tokens, member.from('203.0.113.1', actorOf(tokens)))
  await logout()
  const stopped = member.stop()
  await expect.poll(() => logout().catch(({ code }) => code)).toBe('UNAVAILABLE')
  await relay`select pg_advisory_unlock(hashtextextended('member.outbox', 0))`
  relay.release()
  await stopped
  await member.events('member.sessionEnded', 1)
  expect(await member.backend.sql`select from member.outbox`).toHaveLength(0)
})
