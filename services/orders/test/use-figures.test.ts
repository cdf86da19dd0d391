import { randomUUID } from 'node:crypto'
import { contract, csvText, type Input, periodsOf, type Range } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFiguresToBeExact, figureRuns } from './figures.ts'
import { rowInserter } from './insert-rows.ts'
import { codeOf, startTestOrders } from './orders-service.ts'
import { limitedTo, storeLimit } from './store-limit.ts'
import { addUserProduct, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const { getUseFigures, exportUseFigures, createUseLog, reverseUseLog } = contract.orders
const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
const hour = 3_600_000
const day = 24 * hour
const [since, until] = [Date.parse('2026-01-20T00:00:00+09:00'), Date.parse('2026-04-10T00:00:00+09:00')]

type Use = { store: number; product: number; usedAt: number; isReversed: boolean; isByHand: boolean }
const place = { store: fc.integer({ min: 0, max: 1 }), product: fc.integer({ min: 0, max: 1 }) }
const use: fc.Arbitrary<Use> = fc.record({
  ...place,
  usedAt: fc.integer({ min: since, max: until }),
  isReversed: fc.boolean(),
  isByHand: fc.boolean(),
})

let stores: string[] = []
let products: string[] = []
let userProducts: string[] = []
const memberId = randomUUID()
beforeAll(async () => {
  stores = [await orders.addStore('강남점'), await orders.addStore('서초점')]
  products = [(await orders.addProduct({ name: '손세차' })).id, (await orders.addProduct({ name: '왁스' })).id]
  const rows = rowInserter(orders.backend.sql)
  userProducts = []
  for (const product_id of products) userProducts.push((await rows.userProduct({ memberId, product_id })).id)
})

const rowOf = ({ store, product, usedAt, isReversed, isByHand }: Use) => ({
  ...{ id: randomUUID(), user_product_id: userProducts[product] ?? '', member_id: memberId, product_name: '세차' },
  ...{ store_id: stores[store] ?? '', store_name: '지난 이름', car_number: '12가3456', used_at: new Date(usedAt) },
  ...{ reversed_at: isReversed ? new Date(usedAt) : null, by_hand: isByHand, created_at: new Date(usedAt) },
})

/** Counts uses one by one. */
function count(
  all: readonly Use[],
  range: Range,
  of: { store?: string | undefined; product?: string | undefined; own?: readonly string[] | null } = {},
) {
  const found = all.filter(
    ({ usedAt, store, product }) =>
      usedAt >= range.since &&
      usedAt < range.until &&
      (of.store === undefined || stores[store] === of.store) &&
      (!of.own || of.own.includes(stores[store] ?? '')) &&
      (of.product === undefined || products[product] === of.product),
  )
  const kept = found.filter(({ isReversed }) => !isReversed)
  return {
    uses: kept.length,
    reversed: found.length - kept.length,
    byHand: kept.filter(({ isByHand }) => isByHand).length,
  }
}

const times = fc.integer({ min: since, max: until })
const query = fc.record({
  range: fc.tuple(times, times),
  by: fc.constantFrom('hour', 'day', 'week', 'month', 'store', 'product' as const),
  store: fc.option(fc.integer({ min: 0, max: 1 })),
  limit: storeLimit,
  isWhole: fc.boolean(),
})
const iso = (at: number) => new Date(at).toISOString()

// ASVS 8.2.2
test('figures of any range, group, store and limit are those of the rows, also after reversals and deletions', async () => {
  const { sql } = orders.backend
  await fc.assert(
    fc.asyncProperty(
      fc.array(use, { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(59), use), { maxLength: 5 }),
      fc.array(query, { minLength: 5, maxLength: 5 }),
      async (first, changes, queries) => {
        await sql`delete from orders.use_logs`
        const all = [...first]
        const rows = all.map(rowOf)
        await sql`insert into orders.use_logs ${sql(rows)}`
        for (const [index, change] of changes) {
          const at = index % all.length
          const { id, ...fields } = rowOf(change)
          await sql`update orders.use_logs set ${sql(fields)} where id = ${rows[at]?.id ?? ''}`
          all[at] = change
        }
        for (const { range: ends, by, store, limit, isWhole } of queries) {
          const [a, b] = ends.map((at) => (isWhole ? at - ((at + 9 * hour) % day) : at)).sort((x, y) => x - y)
          const range = { since: a ?? 0, until: b ?? 0 }
          const storeId = store === null ? undefined : stores[store]
          const input = { from: iso(range.since), to: iso(range.until), by, ...(storeId && { storeId }) }
          const { actor, own } = limitedTo(limit, stores, storeId)
          const { rows: found, total } = await orders.call(getUseFigures, input, { actor })
          expect(total).toEqual(count(all, range, { store: storeId, own }))
          const figures = found.map((row) => ({ key: row.key, figures: row.figures }))
          if (by === 'store' || by === 'product') {
            const groups = by === 'store' ? stores : products
            const expected = groups
              .map((key) => ({ key, figures: count(all, range, { store: storeId, [by]: key, own }) }))
              .filter(
                (each) =>
                  (by !== 'store' || storeId === undefined || each.key === storeId) &&
                  each.figures.uses + each.figures.reversed > 0,
              )
            expect(new Set(figures)).toEqual(new Set(expected))
          } else
            expect(figures).toEqual(
              periodsOf(range, by, Number.POSITIVE_INFINITY).map(({ name, start, end }) => {
                const part = { since: Math.max(start, range.since), until: Math.min(end, range.until) }
                return { key: name, figures: count(all, part, { store: storeId, own }) }
              }),
            )
        }
        await expectFiguresToBeExact(sql)
      },
    ),
    figureRuns,
  )
}, 90_000)

describe('of a use by hand and two others', () => {
  const get = (input: Omit<Input<typeof getUseFigures>, 'from' | 'to'>, from = '2026-03-01', to = '2026-03-02') =>
    orders.call(getUseFigures, { from, to, ...input })
  beforeAll(async () => {
    const { sql } = orders.backend
    await sql`delete from orders.use_logs`
    const at = (text: string) => Date.parse(`2026-03-${text}:00+09:00`)
    const some = [
      { store: 0, product: 0, usedAt: at('01T09:30'), isReversed: false, isByHand: true },
      { store: 1, product: 0, usedAt: at('01T09:59'), isReversed: false, isByHand: false },
      { store: 1, product: 1, usedAt: at('02T10:00'), isReversed: true, isByHand: true },
    ]
    await sql`insert into orders.use_logs ${sql(some.map(rowOf))}`
    await orders.publishAndWait('catalog.storeChanged', { storeId: stores[1] ?? '', name: null, version: 2 })
  })

  test('stores and products have names, also a closed store, and the most used is first', async () => {
    const byStore = await get({ by: 'store' })
    expect(byStore.rows.map(({ name, figures }) => ({ name, ...figures }))).toEqual([
      { name: '강남점', uses: 1, reversed: 0, byHand: 1 },
      { name: '지난 이름', uses: 1, reversed: 1, byHand: 0 },
    ])
    const byProduct = await get({ by: 'product', compareWith: 'previousPeriod' }, '2026-03-02', '2026-03-02')
    expect(byProduct).toMatchObject({
      total: { uses: 0, reversed: 1, byHand: 0 },
      comparedTotal: { uses: 2, reversed: 0, byHand: 1 },
      rows: [
        { name: '왁스', figures: { reversed: 1 }, compared: { uses: 0 } },
        { name: '손세차', figures: { uses: 0 }, compared: { uses: 2 } },
      ],
    })
  })

  test('are exported with Korean headings', async () => {
    const input = { from: '2026-03-01', to: '2026-03-02', by: 'store' } as const
    const { lines } = await orders.call(exportUseFigures, input)
    expect(lines.split('\r\n').map(csvText)).toEqual([
      '매장,ID,비고,이용,되돌림,직접 사용',
      `강남점,${stores[0]},,1,0,1`,
      `지난 이름,${stores[1]},,1,1,0`,
      '합계,,,2,1,1',
      '',
    ])
  })

  test('what cannot be counted is refused with a clear error', async () => {
    expect(await codeOf(get({}, '1826-01-01'))).toBe('VALIDATION_FAILED')
    expect(await codeOf(get({ by: 'hour' }, '2026-01-01', '2026-06-01'))).toBe('VALIDATION_FAILED')
    expect(await codeOf(get({ storeId: randomUUID() }))).toBe('STORE_NOT_FOUND')
  })
})

test('a use of a visit, its reversal and a use by hand change the figures of their hour', async () => {
  const [{ id: member }, storeId] = [await orders.addMember(), await orders.addStore('분당점')]
  const product = await addUserProduct(orders, member)
  const visit = visitOf(member, { storeId })
  const today = async () => {
    const [from, to] = [visit.recognizedAt, new Date(Date.parse(visit.recognizedAt) + 1).toISOString()]
    const { rows } = await orders.call(getUseFigures, { from, to, by: 'hour', storeId })
    return rows.map(({ figures }) => figures)
  }
  await visits.recordAndWait(visit)
  await waitFor(async () => expect(await today()).toEqual([{ uses: 1, reversed: 0, byHand: 0 }]))
  const [row] = await orders.backend.sql<{ id: string }[]>`select id from orders.use_logs where visit_id = ${visit.id}`
  await orders.call(reverseUseLog, { id: row?.id ?? '', reason: '실수' })
  expect(await today()).toEqual([{ uses: 0, reversed: 1, byHand: 0 }])
  await orders.call(createUseLog, { visitId: visit.id, userProductId: product, reason: '다시' })
  expect(await today()).toEqual([{ uses: 1, reversed: 1, byHand: 1 }])
  await waitFor(async () => expect(await orders.backend.sql`select from orders.use_figure_changes`).toHaveLength(0))
  await expectFiguresToBeExact(orders.backend.sql)
})
