import { randomUUID } from 'node:crypto'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { visits } from '../src/tables.ts'
import { describeVisits } from '../src/visit/describe.ts'
import { filterOf, unmerged } from '../src/visit/list.ts'
import { startTestRecognition } from './recognition.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Heap Fetches'?: number
  Plans?: Node[]
}
const rows = 20_000
const store = randomUUID()
const recognition = startedBeforeAll(startTestRecognition)
const db = startedBeforeAll(() => recognition.openDatabase())
beforeAll(async () => {
  const { sql: tagged } = recognition.backend
  // Every eighth is a guest's, half of these a former member's; every fourth is at the store.
  await tagged`
    insert into recognition.visits (store_id, car_number, device_id, member_id, member_name, first_read_at, last_read_at, received_at, reads, late)
    select case when n % 4 = 0 then ${store}::uuid else ${randomUUID()}::uuid end, '12가' || lpad((n % 10000)::text, 4, '0'),
      ${recognition.deviceId}, case when n % 64 < 60 then md5((n % 5000)::text)::uuid end,
      case when n % 32 < 28 then '홍길동' end, at, at, at, 1, false
    from generate_series(1, ${rows}::int) n cross join lateral (select now() - n * interval '1 minute' as at) a`
  await tagged`
    insert into recognition.plates (car_number, visits)
    select car_number, count(*) from recognition.visits group by car_number on conflict do nothing`
  await tagged`vacuum analyze recognition.visits, recognition.plates`
})

/** The plan of a short read. */
async function planOf(statement: SQL): Promise<Node[]> {
  const [explained] = await db.read.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    sql`explain (analyze, timing off, format json) ${statement}`,
  )
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  return explained ? nodesOf(explained['QUERY PLAN'][0].Plan) : []
}

/** A page that another process held during the vacuum is read. */
const few = { asymmetricMatch: (fetches: unknown) => Number(fetches) < 200 }
const read = { 'Node Type': 'Index Only Scan', 'Heap Fetches': few }
const inOrder = { 'Node Type': 'Index Scan' }

test.each([
  ['guests', { kind: 'guest' }, read],
  ['guests of a store', { kind: 'guest', storeId: store }, read],
  ['members', { kind: 'member' }, inOrder],
  ['members of a store', { kind: 'member', storeId: store }, inOrder],
] as const)(
  'the latest visits of %s are found in the order of an index, and few others are read',
  async (_, input, how) => {
    const [list, scan] = await planOf(sql`
    select ${visits.id} from ${visits} where ${and(filterOf(input), unmerged)}
    order by ${desc(visits.firstReadAt)}, ${desc(visits.id)} limit 20`)
    expect(list).toMatchObject({ 'Node Type': 'Limit', 'Actual Rows': 20 })
    expect(scan).toMatchObject(how)
    expect(scan?.['Rows Removed by Filter'] ?? 0).toBeLessThan(200)
  },
)

test.each([
  ['guests', { kind: 'guest' }],
  ['guests of a store', { kind: 'guest', storeId: store }],
  ['a store', { storeId: store }],
] as const)('the visits of %s are counted with an index only', async (_, input) => {
  const [count, scan] = await planOf(sql`select count(*) from ${visits} where ${and(filterOf(input), unmerged)}`)
  expect(count).toMatchObject({ 'Node Type': 'Aggregate' })
  expect(scan).toMatchObject(read)
})

test('a page is read without the other visits', async () => {
  const page = await db.read.select({ id: visits.id }).from(visits).limit(20)
  let plan: Node[] = []
  const explained = async (statement: SQL) => {
    plan = await planOf(statement)
    return []
  }
  const ids = page.map(({ id }) => id)
  await describeVisits({ execute: explained as never }, ids)
  const scans = plan.filter((node) => node['Relation Name'] === 'visits').map((node) => node['Node Type'])
  expect(scans.length).toBeGreaterThan(1)
  expect(scans).not.toContain('Seq Scan')
})
