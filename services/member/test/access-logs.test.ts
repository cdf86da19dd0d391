import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type AccessLog, type CsvPiece, contract, type EventOf, eventSubject, type Input } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { outcome, testProcess, waitFor } from '@kingcar/testing'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { readMemberConfig, startBeforeAll } from './start-member.ts'

const { listMembers, exportMembers, exportAuditLogs, getMember, listAccessLogs, exportAccessLogs } = contract.member
const member = startBeforeAll()
let actor: Actor
beforeEach(async () => {
  const { id } = await member.join(`${randomUUID()}@kingcar.test`, 'a long password', '홍관리')
  actor = { role: 'admin', id, sessionId: randomUUID(), adminRole: 'owner', storeIds: null }
  await member.backend.sql`delete from member.access_logs`
})

const list = async (input: Input<typeof listAccessLogs> = {}): Promise<AccessLog[]> =>
  (await member.call(listAccessLogs, input, { actor })).content

/** Publishes as another service does, and waits until it is handled. */
async function accessed(...entries: EventOf<'orders.accessed'>[]): Promise<void> {
  const orders = await member.backend.bus('orders')
  const subject = eventSubject('orders.accessed')
  await orders.publish(entries.map((payload) => ({ id: randomUUID(), subject, payload })))
  await waitFor(async () => expect(await member.backend.backlog('member-events')).toBe(0))
}
const entryOf = (over: Partial<EventOf<'orders.accessed'>> = {}): EventOf<'orders.accessed'> => ({
  ...{ id: randomUUID(), at: '2026-01-31T15:00:00.000Z', adminId: actor.id, address: '203.0.113.9' },
  ...{ action: 'getOrder', memberIds: [randomUUID()], requestId: 'request-1', ...over },
})

test('whose data an administrator gets is stored before the reply', async () => {
  const [one, other] = [await member.addMember(), await member.addMember()]
  const caller = { actor, requestId: 'request-of-member', address: '203.0.113.7' }
  await member.call(getMember, { id: one.id }, caller)
  expect(await list()).toEqual([
    {
      ...{ id: expect.any(String), at: expect.stringMatching(/Z$/), adminId: actor.id, adminName: '홍관리' },
      ...{ address: '203.0.113.7', action: 'getMember', members: 1, memberIds: [one.id] },
      ...{ requestId: 'request-of-member', lastAt: expect.stringMatching(/Z$/) },
    },
  ])
  const { content } = await member.call(listMembers, { size: 2 }, { actor })
  expect(content.map(({ id }) => id)).toEqual([other.id, one.id])
  expect((await list())[0]).toMatchObject({ action: 'listMembers', members: 2, memberIds: [other.id, one.id] })
})

test('equal accesses within five minutes are one entry, with its first and its last moment', async () => {
  const memberIds = [randomUUID(), randomUUID()]
  const at = (time: string) => `2026-01-31T15:${time}.000Z`
  const some = entryOf({ memberIds, at: at('00:10') })
  const later = { ...some, id: randomUUID(), at: at('04:59'), requestId: 'later' }
  const earlier = { ...some, id: randomUUID(), at: at('00:00'), memberIds: memberIds.toReversed() }
  const others = [
    { at: at('05:00') },
    { address: '203.0.113.10' },
    { action: 'listOrders' },
    { adminId: randomUUID() },
    { memberIds: memberIds.slice(0, 1) },
  ].map((over, at) => ({ ...some, id: randomUUID(), requestId: `other ${at}`, ...over }))
  await accessed(some, ...others, later, some, earlier, later)
  const entries = await list()
  expect(entries).toHaveLength(1 + others.length)
  const { id: _, ...shown } = some
  const combined = { ...shown, at: at('00:00'), lastAt: at('04:59') }
  expect(entries.find(({ requestId }) => requestId === some.requestId)).toMatchObject(combined)
  expect(entries.find(({ at: first }) => first === at('05:00'))).toMatchObject({ lastAt: at('05:00') })
})

test('an account that repeats a read fills the log with two entries at most in five minutes', async () => {
  const { id } = await member.addMember()
  await Promise.all(Array.from({ length: 20 }, () => member.call(getMember, { id }, { actor })))
  const entries = await list()
  expect(entries.length).toBeLessThanOrEqual(2) // a window may end in the meantime
  for (const { at, lastAt } of entries) expect(lastAt >= at).toBe(true)
})

test('nothing is returned that is not recorded', async () => {
  const { id } = await member.addMember()
  const { sql } = member.backend
  await sql`alter table member.access_logs rename to hidden_logs`
  try {
    expect(await outcome(member.call(getMember, { id }, { actor }))).toBe('INTERNAL')
  } finally {
    await sql`alter table member.hidden_logs rename to access_logs`
  }
})

test("a result without members has no entry, nor has a member's own", async () => {
  const { actor: self } = await member.addMember()
  await member.call(listMembers, { q: 'no such member' }, { actor })
  await outcome(member.call(getMember, { id: randomUUID() }, { actor }))
  await member.call(contract.member.getMe, {}, { actor: self })
  expect(await list()).toEqual([])
})

test('a file without masks has an entry for each piece, one with masks has none', async () => {
  const { id } = await member.addMember({ name: '내려받기' })
  const input = { q: '내려받기', reason: '월말 정산' }
  await member.call(exportMembers, input, { actor })
  expect(await list()).toEqual([])
  const { memberIds } = await member.call(exportMembers, { ...input, full: true }, { actor })
  expect(memberIds).toEqual([id])
  expect(await list()).toMatchObject([{ action: 'exportMembers', members: 1, memberIds: [id] }])
})

test('the audit log with values has an entry with the members of its rows, without values it has none', async () => {
  const { id } = await member.addMember()
  const [before, after] = [randomUUID(), randomUUID()]
  const { sql } = member.backend
  const rows = [
    { action: 'endMemberSessions', entity: 'member', entity_id: id, before: null, after: null },
    {
      action: 'correctVisit',
      entity: 'visit',
      entity_id: randomUUID(),
      before: sql.json({ memberId: before }),
      after: sql.json({ memberId: after }),
    },
  ].map((row) => ({ ...row, id: randomUUID(), at: new Date(), actor_id: actor.id, request_id: 'request-1' }))
  for (const row of rows) await sql`insert into member.audit_logs ${sql(row)}`
  const input = { actorId: actor.id, reason: '월말 감사' }
  await member.call(exportAuditLogs, input, { actor })
  expect(await list()).toEqual([])
  await member.call(exportAuditLogs, { ...input, full: true }, { actor })
  const [entry] = await list()
  expect(entry).toMatchObject({ action: 'exportAuditLogs', members: 3 })
  expect(new Set(entry?.memberIds)).toEqual(new Set([id, before, after]))
})

test('an entry of another service is stored once, however often it is delivered', async () => {
  const entry = entryOf()
  await accessed(entry, entry, entryOf({ adminId: randomUUID(), action: 'listVisits', at: '2026-01-30T15:00:00.000Z' }))
  const { id: _, ...shown } = entry
  expect(await list()).toMatchObject([
    { ...shown, adminName: '홍관리' },
    { action: 'listVisits', adminName: '' },
  ])
})

test('the log is listed by administrator, member and time', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await accessed(
    entryOf({ memberIds: [one], requestId: '1' }),
    entryOf({ memberIds: [one, other], requestId: '2', at: '2026-02-02T15:00:00.000Z' }),
    entryOf({ adminId: randomUUID(), memberIds: [other], requestId: '3', at: '2026-02-03T15:00:00.000Z' }),
  )
  const found = async (input: Input<typeof listAccessLogs>) => (await list(input)).map(({ requestId }) => requestId)
  expect(await found({})).toEqual(['3', '2', '1'])
  expect(await found({ adminId: actor.id })).toEqual(['2', '1'])
  expect(await found({ memberId: one })).toEqual(['2', '1'])
  expect(await found({ memberId: other, adminId: actor.id })).toEqual(['2'])
  expect(await found({ from: '2026-02-03', to: '2026-02-03' })).toEqual(['2'])
  expect(await found({ sort: ['at,asc'], size: 1, page: 1 })).toEqual(['2'])
})

test('a page has the first members of an entry, and the file all of them', async () => {
  const memberIds = Array.from({ length: 500 }, () => randomUUID())
  await accessed(...Array.from({ length: 120 }, (_, at) => entryOf({ memberIds, address: `203.0.113.${at}` })))
  const [first] = await list({ size: 100 })
  expect([first?.members, first?.memberIds]).toEqual([500, memberIds.slice(0, 20)])
  const seen: string[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const caller = { ...member.from('203.0.113.1', actor), ...(cursor !== undefined && { cursor }) }
    const { body } = await member.bus.forward(exportAccessLogs, JSON.stringify({ reason: '감독기관 요청' }), caller)
    const { result } = JSON.parse(Buffer.from(body).toString()) as { result: CsvPiece }
    seen.push(...result.lines.split('\r\n').filter((line) => line !== ''))
    cursor = result.next ?? undefined
    more = cursor !== undefined
  }
  expect(seen).toHaveLength(121)
  expect(seen[0]).toBe('접속일시,마지막 접속일시,관리자,관리자 ID,접속지,한 일,회원 수,회원 ID,요청 ID')
  const time = '2026-02-01 00:00:00'
  expect(seen).toContain(
    `${time},${time},홍관리,${actor.id},203.0.113.9,주문 조회,500,"${memberIds.join(', ')}",request-1`,
  )
})

test('an entry is deleted after the days of the configuration, and found by its age', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
  await accessed(entryOf({ requestId: 'old', at: days(401) }), entryOf({ requestId: 'kept', at: days(399) }))
  const { DATABASE_URL: url } = member.options
  await using db = await openDatabase({ url, schema: 'member', name: 'test', log: testProcess().log })
  await deleteExpiredRows(db, 400)
  expect(await list()).toMatchObject([{ requestId: 'kept' }])
  const plan = await member.backend.sql.begin(async (tx) => {
    // Of a nearly empty table each index looks as good as any other.
    await tx`
      insert into member.access_logs (id, at, admin_id, admin_name, address, action, member_ids, request_id)
      select gen_random_uuid(), now() - n * interval '1 hour', gen_random_uuid(), '홍관리', '203.0.113.9', 'getOrder',
        array[gen_random_uuid()], 'request' from generate_series(1, 2000) n`
    await tx`analyze member.access_logs`
    await tx`set local enable_seqscan = off`
    return [
      await tx`explain select from member.access_logs where at < now() - interval '730 days'`,
      await tx`explain select from member.access_logs where member_ids @> array[${randomUUID()}]::uuid[]`,
    ]
  })
  for (const index of ['access_logs_at', 'access_logs_members']) expect(JSON.stringify(plan)).toContain(index)
})

test('the log is kept for two years unless configured otherwise, and never for less than one', () => {
  expect(member.options.ACCESS_LOG_DAYS).toBe(730)
  expect(() => readMemberConfig({ ACCESS_LOG_DAYS: '364' })).toThrow('ACCESS_LOG_DAYS')
})
