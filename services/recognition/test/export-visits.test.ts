import { randomUUID } from 'node:crypto'
import type { Actor, Caller } from '@kingcar/bus'
import { type CsvPiece, contract, type Input } from '@kingcar/contract'
import { callerOf } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { exportVisits, listVisits } = contract.recognition
const recognizedAt = ago(3_600)
const headings =
  '방문 ID,방문일시,매장,차량번호,이름,회원 ID,방문 횟수,마지막 인식,인식 횟수,늦은 도착,이용 상품,상품 사용 결과,판단한 상품,출차일시,머문 시간(초)'
const recognition = startBeforeAll()
beforeAll(async () => {
  await recognition.handle(readOf('12가3456', { recognizedAt }), readOf('34나5678', { recognizedAt }))
})

const actor: Actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null }
const from = (extras: Partial<Caller> = {}) => callerOf({ actor, ...extras })

/** The whole file, requested like the gateway does. */
async function file(query: Input<typeof listVisits> & { ids?: string[] }): Promise<{ pieces: number; rows: string[] }> {
  const bus = await recognition.backend.bus('gateway')
  const input = { ...query, reason: '월말 정산', full: true }
  const pieces: CsvPiece[] = [await bus.call(exportVisits, input, from())]
  for (let next = pieces[0]?.next; next; next = pieces.at(-1)?.next)
    pieces.push(await bus.call(exportVisits, input, from({ cursor: next })))
  const [first, ...rows] = pieces.flatMap(({ lines }) => lines.split('\r\n').slice(0, -1))
  expect(first).toBe(headings)
  return { pieces: pieces.length, rows }
}

test('a visit is a line with times in Seoul', async () => {
  const [visit] = recognition.visits('12가3456')
  const seoul = new Date(Date.parse(recognizedAt) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  expect((await file({ carNumber: '3456' })).rows).toEqual([
    `${visit?.id},${seoul},강남점,12가3456,방문객,,1,${seoul},1,예,,,,,`,
  ])
  expect((await file({ carNumber: '0000' })).rows).toEqual([])
  expect((await file({ ids: [visit?.id ?? '', randomUUID()] })).rows).toHaveLength(1)
  expect((await file({ ids: [visit?.id ?? ''], carNumber: '0000' })).rows).toEqual([])
  expect((await file({ carNumber: '3456', kind: 'guest' })).rows).toHaveLength(1)
  expect((await file({ carNumber: '3456', kind: 'member' })).rows).toEqual([])
})

test('a former member is listed as a guest', async () => {
  const { backend } = recognition
  const memberId = randomUUID()
  await recognition.own('56다7890', memberId, '홍길동')
  await expect.poll(() => backend.sql`select from recognition.plates where member_id = ${memberId}`).toHaveLength(1)
  await recognition.handle(readOf('56다7890', { recognizedAt }))
  expect((await file({ carNumber: '7890', kind: 'member' })).rows[0]).toContain(`홍길동,${memberId}`)
  await recognition.leave(memberId)
  await expect
    .poll(async () => (await file({ carNumber: '7890', kind: 'guest' })).rows)
    .toEqual([expect.stringContaining('56다7890,방문객,,')])
  expect((await file({ carNumber: '7890', kind: 'member' })).rows).toEqual([])
})

test.each(['asc', 'desc'] as const)(
  'each of many visits is listed once, in the order of the list, %s',
  async (order) => {
    const { sql } = recognition.backend
    // ten at each time, so that equal sort values cross the end of every piece
    await sql`insert into recognition.visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late)
    select ${recognition.storeId}, '12가3456', ${recognition.deviceId}, at, at, at, 1, false
    from generate_series(1, 1200) n cross join lateral (select timestamptz '2025-01-01' + n / 10 * interval '1 minute' as at) v`
    await sql`update recognition.plates set visits = (select count(*) from recognition.visits where car_number = '12가3456')
    where car_number = '12가3456'`
    const input = { carNumber: '12가3456', to: '2025-12-31', sort: [`recognizedAt,${order}` as const] }
    const bus = await recognition.backend.bus('gateway')
    const pages = Array.from({ length: 12 }, (_, page) => bus.call(listVisits, { ...input, page, size: 100 }, from()))
    const expected = (await Promise.all(pages)).flatMap(({ content }) => content.map(({ id }) => id))
    const { pieces, rows } = await file(input)
    expect(pieces).toBe(3)
    expect(rows.map((row) => row.slice(0, 36))).toEqual(expected)
    await sql`update recognition.visits set merged_into = id where first_read_at < '2026-01-01'`
  },
)
