import { contract } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { listeningProcess } from './phone-steps.ts'
import { actorOf, type Pair, startTestMember } from './start-member.ts'

const { getOwnAdmin, getSetup, setUp } = contract.member
const code = 'a setup code'
const account = { code, email: 'owner@kingcar.test', name: '김소유', password: 'a long password' }

test('the setup code makes the first administrator an owner, who is signed in; then there is no setup', async () => {
  const process = listeningProcess()
  await using member = await startTestMember({ SETUP_CODE: code }, process)
  expect(await member.call(getSetup, {})).toEqual({ needed: true })
  expect(await outcome(member.call(setUp, { ...account, code: 'wrong' }))).toBe('SETUP_CODE_INVALID')
  const weak = member.call(setUp, { ...account, password: 'kingcar-2026' })
  await expect(weak).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'password'))
  const tokens: Pair = await member.call(setUp, account)
  const own = await member.call(getOwnAdmin, {}, { actor: actorOf(tokens) })
  expect(own).toMatchObject({ email: account.email, role: 'owner', storeIds: null, lastLoginAt: expect.any(String) })
  expect(await member.call(getSetup, {})).toEqual({ needed: false })
  expect(await outcome(member.call(setUp, { ...account, code: 'wrong' }))).toBe('SETUP_DONE')
  const rows = await member.backend.sql`select actor_id, action, after from member.audit_logs`
  expect(rows).toEqual([
    { actor_id: actorOf(tokens).id, action: 'setUp', after: { email: account.email, name: '김소유' } },
  ])
  expect(process.output()).not.toContain(code)
})

// ASVS 6.3.1
test('ten wrong setup codes an hour from a network are enough, and concurrent calls make one owner', async () => {
  await using member = await startTestMember({ SETUP_CODE: code })
  for (let at = 0; at < 10; at += 1)
    expect(await outcome(member.call(setUp, { ...account, code: 'guess' }))).toBe('SETUP_CODE_INVALID')
  expect(await outcome(member.call(setUp, account))).toBe('RATE_LIMITED')
  const calls = [1, 2, 3].map((at) =>
    outcome(member.call(setUp, { ...account, email: `${at}@kingcar.test` }, { address: `198.51.${at}.1` })),
  )
  const outcomes = await Promise.all(calls)
  expect(outcomes.filter((each) => each === 'SETUP_DONE')).toHaveLength(2)
  expect(await member.backend.sql`select from member.admins`).toHaveLength(1)
})

test('without a configured code no code is right', async () => {
  await using member = await startTestMember()
  expect(await outcome(member.call(setUp, account))).toBe('SETUP_CODE_INVALID')
})
