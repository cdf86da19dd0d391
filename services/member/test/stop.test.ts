import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { joinCode, startTestMember } from './start-member.ts'

const { joinAdmin } = contract.member

test('an event just before a stop is published before the next start', async () => {
  await using member = await startTestMember()
  const relay = await member.backend.sql.reserve()
  await relay`select pg_advisory_lock(hashtextextended('member.outbox', 0))`
  const input = { email: 'last@kingcar.test', password: 'correct horse battery', name: '김관리', joinCode }
  await member.join(input.email, input.password)
  const stopped = member.stop()
  const again = () => member.bus.call(joinAdmin, input, member.from('203.0.113.1'))
  await expect.poll(() => again().catch(({ code }) => code)).toBe('UNAVAILABLE')
  await relay`select pg_advisory_unlock(hashtextextended('member.outbox', 0))`
  relay.release()
  await stopped
  await member.events('member.adminChanged', 1)
  expect(await member.backend.sql`select from member.outbox`).toHaveLength(0)
})
