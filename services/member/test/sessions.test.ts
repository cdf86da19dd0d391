import { contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { outcome, patiently, testProcess } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { actorOf, claimsOf, type Pair, startBeforeAll, waiting } from './start-member.ts'

const { endAdminSession, endOtherAdminSessions, listAdminSessions, loginAdmin } = contract.member
const account = { email: 'session@kingcar.test', password: 'a long password' }
const member = startBeforeAll()
beforeAll(async () => {
  await member.join(account.email, account.password)
})

/** Makes the session's last rotation this much older. */
const age = (sid: string, seconds: number) =>
  member.backend.sql`update member.sessions set rotated_at = rotated_at - make_interval(secs => ${seconds}),
    issued_at = issued_at - make_interval(secs => ${seconds}) where id = ${sid}`
const rowOf = async (sid: string) => {
  const [row] = await member.backend.sql`select * from member.sessions where id = ${sid}`
  return row
}
const ended = async (sid: string) =>
  (await member.events('member.sessionEnded', 1)).some(({ sessionId }) => sessionId === sid)
/** Publishes a gateway's event that it saw an access token for the first time. */
const use = async (sid: string, generation: number) => {
  const id = `${sid}.${generation}`
  await member.bus.publish([{ id, subject: 'evt.gateway.sessionUsed', payload: { sessionId: sid, generation } }])
  await expect.poll(async () => (await rowOf(sid))?.pair_used).toBe(true)
}

// ASVS 7.5.2
test('an administrator sees the own sessions, and ends one or all others', async () => {
  const own = { email: 'many@kingcar.test', password: 'a long password' }
  await member.join(own.email, own.password)
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0'
  const [first, second] = [await member.login(own), await member.login(own)]
  const third = await member.call(loginAdmin, own, { userAgent, address: '198.51.100.9' })
  const foreign = claimsOf(await member.login(account)).sid
  const as = { actor: actorOf(third) }
  const sids = [third, second, first].map((tokens) => claimsOf(tokens).sid)
  const open = () => member.call(listAdminSessions, {}, as)
  expect((await open()).map(({ id, current, device, address }) => [id, current, device, address])).toEqual([
    [sids[0], true, 'Firefox, Windows', '198.51.100.9'],
    [sids[1], false, null, '203.0.113.1'],
    [sids[2], false, null, '203.0.113.1'],
  ])
  await member.reissue(third)
  expect((await open())[0]?.address).toBe('203.0.113.1') // that of the last use

  for (const id of [foreign, claimsOf(third).sid])
    expect(await outcome(member.call(endAdminSession, { id }, as))).toBe('SESSION_NOT_FOUND')
  expect(await open()).toHaveLength(3)
  expect((await rowOf(foreign))?.ended_at).toBeNull()

  const { sid } = claimsOf(second)
  expect(await member.call(endAdminSession, { id: sid }, as)).toBeNull()
  expect(await outcome(member.call(endAdminSession, { id: sid }, as))).toBe('SESSION_NOT_FOUND')
  await expect.poll(() => ended(sid)).toBe(true)
  expect((await rowOf(sid))?.address).toBeNull()
  expect(await outcome(member.reissue(second))).toBe('REFRESH_INVALID')
  expect((await open()).map(({ id }) => id)).toEqual([claimsOf(third).sid, claimsOf(first).sid])

  expect(await member.call(endOtherAdminSessions, {}, as)).toBeNull()
  expect(await member.call(endOtherAdminSessions, {}, as)).toBeNull() // no other session is open
  expect((await open()).map(({ id }) => id)).toEqual([claimsOf(third).sid])
  const entries = await member.backend.sql`
    select action, before from member.audit_logs where actor_id = ${as.actor.id} and before ? 'sessions' order by at, id`
  expect(entries).toEqual([
    { action: 'endAdminSession', before: { sessions: [sid] } },
    { action: 'endOtherAdminSessions', before: { sessions: [claimsOf(first).sid] } },
  ])
})

describe('reissue', () => {
  test('gives a new pair each time', async () => {
    const first = await member.login(account)
    const second = await member.reissue(first)
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(claimsOf(second)).toMatchObject({ sid: claimsOf(first).sid, sub: claimsOf(first).sub, gen: 2 })
    expect(claimsOf(await member.reissue(second)).gen).toBe(3)
  })

  test('50 in parallel with one token give one valid pair, byte for byte', async () => {
    const first = await member.login(account)
    const pairs = await Promise.all(Array.from({ length: 50 }, () => patiently(() => member.reissue(first))))
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
    const [pair = first] = pairs
    expect(claimsOf(await member.reissue(pair)).gen).toBe(3)
  })

  test('two tokens in parallel are decided one after the other', async () => {
    const first = await member.login(account)
    const second = await member.reissue(first)
    const { sid } = claimsOf(first)
    const { current, older } = await member.backend.sql.begin(async (tx) => {
      await tx`select from member.sessions where id = ${sid} for update`
      const current = member.reissue(second)
      await waiting(member, 1)
      const older = member.reissue(first).catch((error: unknown) => error)
      await waiting(member, 2)
      return { current, older } // the commit unlocks the session
    })
    expect(claimsOf(await current).gen).toBe(3)
    expect(await older).toMatchObject({ code: 'REFRESH_REUSED' })
    expect(await rowOf(sid)).toMatchObject({ generation: 3, end_reason: 'reused' })
  })

  test('the previous token gives the same pair after an hour if the pair was never used', async () => {
    const first = await member.login(account)
    const second = await member.reissue(first)
    await age(claimsOf(first).sid, 600)
    const again = await member.reissue(first)
    expect(again.refreshToken).toBe(second.refreshToken)
    await age(claimsOf(first).sid, 3_600)
    const later = await member.reissue(first)
    expect(later.refreshToken).toBe(second.refreshToken)
    expect(claimsOf(later).exp).toBeGreaterThan(Date.now() / 1000 + 800)
  })

  test('the previous token ends the session after 30 seconds if its successor was used', async () => {
    const first = await member.login(account)
    const second = await member.reissue(first)
    const { sid } = claimsOf(first)
    await use(sid, 2)
    expect(await member.reissue(first)).toEqual(second)
    await age(sid, 31)
    await expect(member.reissue(first)).rejects.toMatchObject({ code: 'REFRESH_REUSED' })
    await expect(member.reissue(second)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    await expect.poll(() => ended(sid)).toBe(true)
  })

  test('a late report of a use does not mark the current pair', async () => {
    const first = await member.login(account)
    const { sid } = claimsOf(first)
    await use(sid, 1)
    await member.reissue(first)
    await member.bus.publish([
      { id: `${sid}.late`, subject: 'evt.gateway.sessionUsed', payload: { sessionId: sid, generation: 1 } },
    ])
    const other = claimsOf(await member.login(account)).sid
    await use(other, 1) // handled after it
    expect(await rowOf(sid)).toMatchObject({ pair_used: false, generation: 2 })
  })

  // ASVS 10.4.5
  test('a token older than the previous one ends the session immediately, even within 30 seconds', async () => {
    const first = await member.login(account)
    const third = await member.reissue(await member.reissue(first))
    await expect(member.reissue(first)).rejects.toMatchObject({ code: 'REFRESH_REUSED' })
    expect(await rowOf(claimsOf(first).sid)).toMatchObject({ end_reason: 'reused' })
    await expect(member.reissue(third)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    await expect.poll(() => ended(claimsOf(first).sid)).toBe(true)
  })

  test('accepts an expired access token, of the same session only', async () => {
    const mine = await member.login(account)
    const other = await member.login(account)
    const mixed = { accessToken: other.accessToken, refreshToken: mine.refreshToken }
    await expect(member.reissue(mixed)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    const forged = { ...mine, refreshToken: `${mine.refreshToken.slice(0, -3)}AAA` }
    await expect(member.reissue(forged)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    expect(claimsOf(await member.reissue(mine)).gen).toBe(2)
  })

  // ASVS 7.3.2
  test('a session that began a year ago is not lengthened any more', async () => {
    const tokens = await member.login(account)
    const { sid } = claimsOf(tokens)
    await member.backend.sql`update member.sessions set created_at = now() - interval '364 days' where id = ${sid}`
    await member.reissue(tokens)
    const [{ days } = { days: 0 }] = await member.backend.sql<{ days: number }[]>`
      select extract(epoch from expires_at - now())::float8 / 86400 as days from member.sessions where id = ${sid}`
    expect(days).toBeGreaterThan(0.99)
    expect(days).toBeLessThan(1.01)
  })

  test('an expired session is refused', async () => {
    const tokens = await member.login(account)
    await member.backend.sql`update member.sessions set expires_at = now() where id = ${claimsOf(tokens).sid}`
    await expect(member.reissue(tokens)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
  })
})

describe('logout', () => {
  const logout = (tokens: Pair, as = tokens): Promise<null> =>
    member.bus.call(contract.member.logoutAdmin, tokens, member.from('203.0.113.1', actorOf(as)))

  test('ends the session, publishes that once, and may be repeated', async () => {
    const tokens = await member.login(account)
    const { sid } = claimsOf(tokens)
    expect(await logout(tokens)).toBeNull()
    expect(await logout(tokens)).toBeNull()
    await expect(member.reissue(tokens)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    await expect.poll(() => ended(sid)).toBe(true)
    const published = (await member.events('member.sessionEnded', 1)).filter(({ sessionId }) => sessionId === sid)
    expect(published).toEqual([{ sessionId: sid, role: 'admin', endedAt: expect.any(String) }])
  })

  test("refuses another session's tokens and ends neither session", async () => {
    const [mine, other] = [await member.login(account), await member.login(account)]
    await expect(logout(other, mine)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    expect(await outcome(logout({ ...mine, refreshToken: other.refreshToken }))).toBe('REFRESH_INVALID')
    await Promise.all([member.reissue(mine), member.reissue(other)])
  })
})

test('a session is deleted by an index 90 days after its end, also one with a long lifetime', async () => {
  const { sql } = member.backend
  const sids = new Map<string, string>()
  for (const [name, ended, expires] of [
    ['ended long ago', '-91 days', '10 years'],
    ['ended', '-89 days', '10 years'],
    ['expired long ago', null, '-91 days'],
    ['expired', null, '-89 days'],
    ['open', null, '10 years'],
  ] as const) {
    const [row] = await sql<{ id: string }[]>`
      insert into member.sessions (address, role, account_id, issued_at, rotated_at, expires_at, created_at, ended_at, end_reason)
      select '203.0.113.1', 'screen', gen_random_uuid(), now(), now(), now() + ${expires}::interval, now(), now() + ${ended}::interval,
        case when ${ended}::text is not null then 'removed' end
      returning id`
    sids.set(row?.id ?? '', name)
  }
  await using db = await openDatabase({
    url: member.options.DATABASE_URL,
    schema: 'member',
    name: 'test',
    log: testProcess().log,
  })
  await deleteExpiredRows(db, 730)
  const left = await sql<{ id: string; address: string | null }[]>`
    select id, address from member.sessions where role = 'screen' order by id`
  expect(left.map(({ id }) => sids.get(id))).toEqual(['ended', 'expired', 'open'])
  expect(left[1]?.address).toBeNull() // no longer than the session
  expect(left[2]?.address).not.toBeNull()
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx`explain select from member.sessions where least(ended_at, expires_at) < now() - interval '90 days'`
  })
  expect(JSON.stringify(plan)).toContain('sessions_over')
})
