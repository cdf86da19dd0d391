import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { phones } from './phone-steps.ts'
import { claimsOf, startBeforeAll } from './start-member.ts'

const { loginMember, resetPassword } = contract.member
const member = startBeforeAll()

const mostOpen = 1_000
const openOf = async (id: string) => {
  const rows = await member.backend.sql`select id from member.sessions where account_id = ${id} and ended_at is null`
  return rows.map((row): unknown => row.id)
}

// ASVS 7.1.2
test('an account has a bounded number of sessions, and an attacker with its password cannot prevent its owner from ending them', async () => {
  const { id, email, phoneNumber } = await member.addMember()
  const phone = phones(member)
  const reset = async (newPassword: string) =>
    member.call(resetPassword, { email, verificationToken: await phone.verify(phoneNumber), newPassword })
  await reset('first password')
  const { sql } = member.backend
  await sql`insert into member.sessions (role, account_id, issued_at, rotated_at, expires_at, created_at)
    select 'member', ${id}, at, at, at + interval '30 days', at
    from generate_series(1, ${mostOpen}) as n, lateral (select now() - make_interval(mins => n) as at)`
  const [oldest] = await sql`update member.sessions set pair_used = true
    where id = (select id from member.sessions where account_id = ${id} and ended_at is null order by rotated_at limit 1)
    returning id`
  const logins = [1, 2].map(() => member.call(loginMember, { email, password: 'first password' }))
  const opened = (await Promise.all(logins)).map((tokens) => claimsOf(tokens).sid)
  const open = await openOf(id)
  expect(open).toHaveLength(mostOpen)
  expect(open).toEqual(expect.arrayContaining([oldest?.id, ...opened]))

  await reset('second password')
  expect(await openOf(id)).toEqual([])
})
