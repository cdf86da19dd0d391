import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type CsvPiece, contract, type Input } from '@kingcar/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBeforeAll } from './start-member.ts'

const { listAuditLogs, exportAuditLogs } = contract.member
const store = randomUUID()
let actor: Actor
/** Entries of an administrator other than the caller. */
let kim: string
const member = startBeforeAll()
beforeAll(async () => {
  const { sql } = member.backend
  const { id } = await member.join('root@kingcar.test', 'a long password')
  await sql`delete from member.audit_logs`
  actor = { role: 'admin', id, sessionId: randomUUID(), adminRole: 'owner', storeIds: null }
  const [row] = await sql<{ id: string }[]>`
    insert into member.admins (email, name, password_hash) values ('hong@kingcar.test', '홍관리', 'x') returning id`
  kim = row?.id ?? ''
  const logs = [
    { at: '2026-01-31T14:59:59.999Z', actor_id: id, action: 'createStore', entity: 'store', entity_id: store },
    { at: '2026-01-31T15:00:00Z', actor_id: kim, action: 'updateStore', entity: 'store', entity_id: store },
    { at: '2026-02-01T15:00:00Z', actor_id: kim, action: 'putAppSetting', entity: 'appSetting', entity_id: 'a.b' },
    { at: '2026-02-02T15:00:00Z', actor_id: randomUUID(), action: 'noteVisit', entity: 'visit', entity_id: 'v' },
  ].map((log, at) => ({ ...log, id: randomUUID(), request_id: `request-${at}` }))
  for (const log of logs) await sql`insert into member.audit_logs ${sql(log)}`
  await sql`update member.audit_logs set before = '{"name": "강남점"}', after = '{"name": "서초점, \\"새\\"", "visible": true}'
    where action = 'updateStore'`
})

const list = (input: Input<typeof listAuditLogs>) => member.call(listAuditLogs, input, { actor })
const found = async (input: Input<typeof listAuditLogs>) => (await list(input)).content.map(({ action }) => action)
const all = ['noteVisit', 'putAppSetting', 'updateStore', 'createStore']

describe('listAuditLogs', () => {
  test('shows who did what, the newest first', async () => {
    const { content, totalElements } = await list({})
    expect(content.map(({ action }) => action)).toEqual(all)
    expect(totalElements).toBe(4)
    expect(content[2]).toEqual({
      id: expect.any(String),
      at: '2026-01-31T15:00:00.000Z',
      actorId: kim,
      actorName: '홍관리',
      action: 'updateStore',
      entity: 'store',
      entityId: store,
      before: { name: '강남점' },
      after: { name: '서초점, "새"', visible: true },
      requestId: 'request-1',
    })
    expect(content[0]?.actorName).toBe('') // an unknown administrator
  })

  test.each<[string, () => Input<typeof listAuditLogs>, string[]]>([
    ['an administrator', () => ({ actorId: kim }), ['putAppSetting', 'updateStore']],
    ['what was written', () => ({ entity: 'store' }), ['updateStore', 'createStore']],
    ['a day in Seoul', () => ({ from: '2026-02-01', to: '2026-02-01' }), ['updateStore']],
    ['a moment on', () => ({ from: '2026-01-31T15:00:00Z' }), ['noteVisit', 'putAppSetting', 'updateStore']],
    ['years before and after all others', () => ({ from: '0000-01-01', to: '9999-12-31' }), all],
    ['the name of its administrator', () => ({ q: '관리' }), ['putAppSetting', 'updateStore', 'createStore']],
    ['initials of it', () => ({ q: 'ㅎㄱㄹ' }), ['putAppSetting', 'updateStore']],
    ['the beginning of their email', () => ({ q: 'ROOT@' }), ['createStore']],
    ['part of an action', () => ({ q: 'store' }), ['updateStore', 'createStore']],
    ['part of what it is called', () => ({ q: '매장 수' }), ['updateStore']],
    ['the id of what was written', () => ({ q: store }), ['updateStore', 'createStore']],
    ['the id of the request', () => ({ q: ' request-3 ' }), ['noteVisit']],
    [
      'all of it',
      () => ({ q: 'store', actorId: kim, entity: 'store', from: '2026-01-01', to: '2026-02-01' }),
      ['updateStore'],
    ],
    ['nothing', () => ({ q: '%' }), []],
    ['spaces', () => ({ q: ' ' }), all],
    ['another order', () => ({ sort: ['at,asc'], size: 1, page: 1 }), ['updateStore']],
  ])('by %s', async (_, input, expected) => {
    expect(await found(input())).toEqual(expected)
  })

  test('refuses a range that ends before it begins', async () => {
    const reversed = list({ from: '2026-02-01', to: '2026-01-01' })
    await expect(reversed).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'to' }] })
  })
})

test('exportAuditLogs writes what the list shows', async () => {
  const { lines, next } = await member.call(
    exportAuditLogs,
    { entity: 'store', reason: '월말 정산', full: true },
    { actor },
  )
  expect(next).toBeNull()
  expect(lines.split('\r\n')).toEqual([
    '일시,관리자,관리자 ID,한 일,대상,대상 ID,이전 값,이후 값,요청 ID',
    `2026-02-01 00:00:00,홍관리,${kim},매장 수정,매장,${store},이름: 강남점,"이름: 서초점, ""새""\n앱에 표시: 예",request-1`,
    `2026-01-31 23:59:59,김관리,${actor.id},매장 추가,매장,${store},,,request-0`,
    '',
  ])
})

test('the file has a text of several lines in one line, so that it cannot look like another field', async () => {
  const { sql } = member.backend
  const after = {
    name: '"따옴표"',
    title: '휴무\n게시: 예',
    content: '1층\r\n2층',
    storeIds: ['가\r나', '다'],
  }
  const log = { id: randomUUID(), at: '2026-02-03T00:00:00Z', actor_id: kim, action: 'updateNotice', entity: 'lines' }
  await sql`insert into member.audit_logs ${sql({ ...log, entity_id: 'n', request_id: 'r', after: sql.json(after) })}`
  const { lines } = await member.call(exportAuditLogs, { entity: 'lines', reason: '월말 정산', full: true }, { actor })
  const cell = [
    '이름: "따옴표"',
    String.raw`제목: "휴무\n게시: 예"`,
    String.raw`내용: "1층\r\n2층"`,
    String.raw`이용 매장: ["가\r나","다"]`,
  ].join('\n')
  expect(lines.split('\r\n').slice(1)).toEqual([
    `2026-02-03 09:00:00,홍관리,${kim},공지사항 수정,lines,n,,"${cell.replaceAll('"', '""')}",r`,
    '',
  ])
  await sql`delete from member.audit_logs where entity = 'lines'`
})

describe('rows of maximum length', () => {
  beforeAll(async () => {
    const { sql } = member.backend
    const long = sql.json({ content: '"'.repeat(50_000) })
    for (let at = 0; at < 6; at += 1)
      await sql`insert into member.audit_logs (id, at, actor_id, action, entity, entity_id, before, after, request_id)
        values (${randomUUID()}, now(), ${kim}, 'updateTerms', 'long', ${String(at)}, ${long}, ${long}, 'r')`
    await sql`update member.audit_logs set before = '{"title": "짧은 값"}' where entity_id = '3'`
  })

  test('are exported in pieces, each far below the size of a message', async () => {
    const input = JSON.stringify({ reason: '월말 정산', full: true, entity: 'long', sort: ['at,asc'] })
    const seen: (string | undefined)[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const caller = { ...member.from('203.0.113.1', actor), ...(cursor !== undefined && { cursor }) }
      const { body } = await member.bus.forward(exportAuditLogs, input, caller)
      expect(body.length).toBeLessThan(1_000_000)
      const { result } = JSON.parse(Buffer.from(body).toString()) as { result: CsvPiece }
      seen.push(...[...result.lines.matchAll(/,long,(\d),/g)].map(([, id]) => id))
      cursor = result.next ?? undefined
      more = cursor !== undefined
    }
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  test('are truncated on a page that would be too large', async () => {
    const { content } = await list({ entity: 'long', sort: ['at,asc'] })
    expect(content).toHaveLength(6)
    expect(content[0]?.before).toMatch(/^\{"content":"[\\"]+…$/)
    expect(content[3]?.before).toEqual({ title: '짧은 값' })
    expect((await list({ entity: 'long', size: 1 })).content[0]?.before).toEqual({ content: '"'.repeat(50_000) })
  })
})
