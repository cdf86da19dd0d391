import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { patiently } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBeforeAll } from './catalog.ts'

const { createNotice, updateNotice, deleteNotice, listNotices, listPublishedNotices } = contract.catalog
const { createStore, updateStore, deleteStore, listStores, listPublicStores } = contract.catalog
const catalog = startBeforeAll({ now: () => now })
let now = new Date()

const store = { address: '서울', latitude: 37.5, longitude: 127, phone: '02-555-0100', businessHours: [] }

/** The totals of the lists, and the numbers of rows. */
async function totals() {
  const { sql } = catalog.backend
  const lists = [
    catalog.call(listNotices, { size: 1 }),
    catalog.call(listPublishedNotices, { size: 1 }),
    catalog.call(listStores, { size: 1 }),
    catalog.call(listPublicStores, { size: 1 }),
    catalog.call(listPublicStores, { size: 1, near: '37.5,127' }),
  ]
  const said = (await Promise.all(lists)).map(({ totalElements }) => totalElements)
  const [counted] = await sql<Record<'notices' | 'published' | 'stores' | 'shown', number>[]>`
    select (select count(*)::int from catalog.notices) as notices,
      (select count(*)::int from catalog.notices where published_at <= ${now}) as published,
      (select count(*)::int from catalog.stores where deleted_at is null) as stores,
      (select count(*)::int from catalog.stores where visible and deleted_at is null) as shown`
  if (!counted) throw new Error('nothing was counted')
  return { said, counted: [counted.notices, counted.published, counted.stores, counted.shown, counted.shown] }
}

async function expectExact(): Promise<number[]> {
  const { said, counted } = await totals()
  expect(said).toEqual(counted)
  return said
}

describe('totals', () => {
  test('are exact after 20 concurrent writes that insert, change, delete and fail', async () => {
    const before = await expectExact()
    const write = async (at: number) => {
      const key = () => ({ idempotencyKey: randomUUID() })
      const [ofNotice, ofStore] = [key(), key()]
      const notice = { title: '총계', content: '글', ...(at % 3 === 0 ? { publishedAt: null } : {}) }
      const { id: noticeId } = await patiently(() => catalog.call(createNotice, notice, ofNotice))
      const shown = { ...store, name: '총계점', visible: at % 2 === 0 }
      const { id } = await patiently(() => catalog.call(createStore, shown, ofStore))
      const later = { noticeId, pinned: true, publishedAt: at % 4 === 0 ? null : '2999-01-01T00:00:00Z' }
      await patiently(() => catalog.call(updateNotice, later))
      await patiently(() => catalog.call(updateStore, { id, visible: at % 5 === 0 }))
      const failing = { title: '총계', content: `![](/api/images/${id})` }
      const missing = { code: 'IMAGE_NOT_FOUND' }
      await expect(patiently(() => catalog.call(createNotice, failing))).rejects.toMatchObject(missing)
      if (at % 2 === 0) await patiently(() => catalog.call(deleteNotice, { noticeId }))
      if (at % 4 === 1) await patiently(() => catalog.call(deleteStore, { id }))
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(at)))
    const after = await expectExact()
    expect(after.map((total, at) => total - (before[at] ?? 0))).toEqual([10, 0, 15, 3, 3])
  })

  test('follow the clock and direct changes of the database', async () => {
    const { sql } = catalog.backend
    await sql`insert into catalog.notices (title, content, pinned, published_at)
      select 'mass', 'text', n % 2 = 0, ${now}::timestamptz + n * interval '1 hour' from generate_series(-50, 350) n`
    const [all = 0, published = 0] = await expectExact()
    now = new Date(now.getTime() + 10 * 3_600_000)
    expect((await expectExact()).slice(0, 2)).toEqual([all, published + 10])
    await sql`update catalog.notices set published_at = null where title = 'mass' and pinned`
    await sql`delete from catalog.notices where title = 'mass' and not pinned`
    expect((await expectExact()).slice(0, 2)).toEqual([all - 200, published - 51])
    await sql`insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates, image_ids,
        visible, deleted_at)
      select 'closed', '', 37, 127, '02', '[]', '{}', '{}', true, now() from generate_series(1, 3)`
    const [, , kept = 0] = await expectExact()
    await sql`update catalog.stores set deleted_at = null where name = 'closed'`
    expect((await expectExact())[2]).toBe(kept + 3)
    await sql`delete from catalog.stores where name = 'closed'`
    expect((await expectExact())[2]).toBe(kept)
    await sql`truncate catalog.notices`
    expect((await expectExact()).slice(0, 2)).toEqual([0, 0])
  })
})

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Parent Relationship'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe('with many rows', () => {
  const rows = 20_000
  beforeAll(async () => {
    const { sql } = catalog.backend
    await sql`insert into catalog.notices (title, content, pinned, published_at, created_at)
      select 'mass ' || md5(n::text), repeat('text ', 100), n % 1000 = 0,
        case when n % 10 > 0 then ${now}::timestamptz - n * interval '1 minute' end, ${now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${rows}::int) n`
    await sql`insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates,
        image_ids, visible, created_at)
      select 'mass ' || md5(n::text), repeat('address ', 20), 33 + 5 * random(), 125 + 5 * random(), '02', '[]', '{}', '{}',
        n % 10 > 0, ${now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${rows}::int) n`
    await sql`vacuum analyze catalog.notices, catalog.stores`
  })

  /** The query plans of the last list query: rows, and ids. */
  async function planOf(table: string, { limit, offset }: { limit: number; offset: number }) {
    const { sql } = catalog.backend
    const [sent] = await sql<{ query: string }[]>`
      select query from pg_stat_activity
      where datname = current_database() and application_name = 'catalog'
        and query like ${`select %any(array(select "id" from "${table}"%`}
      order by query_start desc limit 1`
    const statement = (sent?.query ?? '')
      .replace(/limit \$\d+/, `limit ${limit}`)
      .replace(/offset \$\d+/, `offset ${offset}`)
      .replaceAll(/\$\d+/g, `'${now.toISOString()}'`)
    const plan = await sql.begin(async (tx) => {
      await tx`set local search_path to catalog`
      const [explained] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(`explain (format json) ${statement}`)
      return explained?.['QUERY PLAN'][0].Plan
    })
    const nodes = plan ? nodesOf(plan) : []
    const ids = nodes.find((node) => node['Parent Relationship'] === 'InitPlan')
    return { nodes: nodes.map((node) => node['Node Type']), ids: ids ? nodesOf(ids) : [] }
  }

  const directions = ['asc', 'desc'] as const
  const lists = [
    { op: listNotices, table: 'notices', fields: ['createdAt', 'publishedAt', 'title'] },
    { op: listPublishedNotices, table: 'notices', fields: ['publishedAt', 'title'] },
    { op: listStores, table: 'stores', fields: ['createdAt', 'name'] },
    { op: listPublicStores, table: 'stores', fields: ['createdAt', 'name'] },
  ] as const

  test.each(lists.flatMap(({ op, table, fields }) => fields.map((field) => [op.name, field, op, table] as const)))(
    '%s by %s finds ids by an index alone, and nothing by reading all',
    async (_, field, op, table) => {
      for (const direction of directions) {
        const sort: never[] = [`${field},${direction}` as never]
        const { totalElements } = await catalog.call(op, { page: 200, size: 20, sort })
        const forward = await planOf(table, { limit: 20, offset: 4_000 })
        await catalog.call(op, { page: Math.floor(totalElements / 20) - 100, size: 20, sort })
        const backward = await planOf(table, { limit: 20, offset: 2_000 })
        for (const { nodes, ids } of [forward, backward]) {
          expect(nodes).not.toContain('Seq Scan')
          expect(ids.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Only Scan'])
        }
      }
    },
  )

  test('a page has the right rows, forward and from the end, up to the last', async () => {
    const { sql } = catalog.backend
    const all = await sql<{ id: string }[]>`
      select id from catalog.notices where published_at <= ${now} order by pinned desc, published_at desc, id desc`
    for (const number of [0, 100, 400, 449, 850, Math.floor(all.length / 20), 1_000]) {
      const { content } = await catalog.call(listPublishedNotices, { page: number })
      const expected = all.slice(number * 20, number * 20 + 20).map(({ id }) => id)
      expect(content.map(({ id }) => id)).toEqual(expected)
    }
  })
})
