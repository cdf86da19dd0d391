import { randomUUID } from 'node:crypto'
import { contract, csvText, type Input, periodsOf, type Range } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFiguresToBeExact, figureRuns } from './figures.ts'
import { rowInserter } from './insert-rows.ts'
import { codeOf, startTestOrders } from './orders-service.ts'
import { limitedTo, storeLimit } from './store-limit.ts'

const { getMoneyFigures, exportMoneyFigures, getRevenue } = contract.orders
const orders = startedBeforeAll(startTestOrders)
const hour = 3_600_000
const day = 24 * hour
const [since, until] = [Date.parse('2026-01-20T00:00:00+09:00'), Date.parse('2026-04-10T00:00:00+09:00')]
const iso = (at: number) => new Date(at).toISOString()
const none = {
  orders: 0,
  paid: 0,
  refunded: 0,
  discount: 0,
  owed: 0,
  renewalsTried: 0,
  renewalsFailed: 0,
  renewalsRecovered: 0,
}
type Figures = typeof none

let stores: string[] = []
let products: string[] = []
let subscription = ''
beforeAll(async () => {
  stores = [await orders.addStore('강남점'), await orders.addStore('서초점')]
  products = [(await orders.addProduct({ name: '손세차' })).id, (await orders.addProduct({ name: '왁스' })).id]
  subscription = (await rowInserter(orders.backend.sql).userProduct({ memberId: randomUUID(), type: 'onetime' })).id
})

type Entry = {
  kind: 'ordered' | 'paid' | 'refunded' | 'owed' | 'failed'
  won: number
  at: number
  movedAt: number | null
}
type Order = {
  product: number
  /** One store, or several. */
  store: 0 | 1 | 'several'
  method: 'card' | 'virtualAccount' | null
  /** The method that becomes known afterwards. */
  later: 'card' | 'easyPay' | null
  renews: boolean
  entries: Entry[]
}

const times = fc.integer({ min: since, max: until })
const entry: fc.Arbitrary<Entry> = fc.record({
  kind: fc.constantFrom('ordered', 'paid', 'refunded', 'owed', 'failed' as const),
  won: fc.integer({ min: 1, max: 50_000 }),
  at: times,
  movedAt: fc.option(times),
})
const order: fc.Arbitrary<Order> = fc.record({
  product: fc.integer({ min: 0, max: 1 }),
  store: fc.constantFrom<Order['store'][]>(0, 1, 'several'),
  method: fc.constantFrom('card', 'virtualAccount', null),
  later: fc.constantFrom('card', 'easyPay', null),
  renews: fc.boolean(),
  entries: fc.array(entry, { maxLength: 5 }),
})

const fieldsOf: Record<Entry['kind'], (won: number, renews: boolean) => Record<string, unknown>> = {
  ordered: (won, renews) => ({ to_state: 'Create', cause: renews ? 'renewal' : 'ordered', amount: won }),
  paid: (paid) => ({ from_state: 'Create', to_state: 'Paid', cause: 'paid', amount: paid, paid }),
  refunded: (refunded) => ({ from_state: 'Completed', to_state: 'Completed', cause: 'refund', refunded }),
  owed: (amount) => ({ from_state: 'Fail', to_state: 'Fail', cause: 'return.paidTwice', amount }),
  failed: () => ({ from_state: 'Create', to_state: 'Fail', cause: 'paymentFailed' }),
}

/** Stores orders with their entries, entries in one statement; attempts of renewals are those of one period. */
async function store(all: readonly Order[]): Promise<string[]> {
  const { sql } = orders.backend
  await sql`delete from orders.ledger`
  await sql`delete from orders.orders`
  const ids = all.map(() => uuidv7())
  const rows = all.map(({ product, store, method, renews, entries }, index) => ({
    ...{ id: ids[index] ?? '', merchant_uid: ids[index] ?? '', member_id: randomUUID(), product_name: '' },
    ...{ product_id: products[product] ?? '', product_type: 'onetime', amount: 50_000, created_at: new Date(since) },
    store_ids: sql.json(store === 'several' ? (index % 2 === 0 ? [] : stores) : [stores[store] ?? '']),
    ...{ state: entries.some(({ kind }) => kind === 'failed') ? 'Fail' : 'Completed', paid_at: new Date(since) },
    payment_details: method === null ? null : sql.json({ method }),
    ...{ renews: renews ? subscription : null, renewal_due_at: renews ? new Date(since) : null },
    renewal_attempt: renews ? index : null,
  }))
  await sql`insert into orders.orders ${sql(rows)}`
  const ledger = all.flatMap(({ renews, entries }, index) =>
    entries.map(({ kind, won, at, movedAt }) => ({
      ...{ order_id: ids[index] ?? '', from_state: null, amount: null, paid: 0, refunded: 0 },
      ...{ at: new Date(at), moved_at: movedAt === null ? null : new Date(movedAt) },
      ...fieldsOf[kind](won, renews),
    })),
  )
  if (ledger.length > 0) await sql`insert into orders.ledger ${sql(ledger as never)}`
  for (const [index, { later }] of all.entries())
    if (later !== null)
      await sql`update orders.orders set payment_details = ${sql.json({ method: later })} where id = ${ids[index] ?? ''}`
  return ids
}

const storeOf = ({ store }: Order) => (store === 'several' ? 'several' : (stores[store] ?? ''))
const methodOf = ({ method, later, renews }: Order) => later ?? method ?? (renews ? 'card' : 'unknown')
const productOf = ({ product }: Order) => products[product] ?? ''

/** Counts entries one by one. */
function count(all: readonly Order[], range: Range, which: (order: Order) => boolean = () => true): Figures {
  const figures = { ...none }
  for (const [index, each] of all.entries()) {
    if (!which(each)) continue
    const hasFailedBefore = all
      .slice(0, index)
      .some(({ renews, entries }) => renews && entries.some(({ kind }) => kind === 'failed'))
    for (const { kind, won, at, movedAt } of each.entries) {
      const when = movedAt ?? at
      if (when < range.since || when >= range.until) continue
      if (kind === 'paid') {
        figures.orders += 1
        figures.paid += won
        if (each.renews && hasFailedBefore) figures.renewalsRecovered += 1
      }
      if (kind === 'refunded') figures.refunded += won
      if (kind === 'owed') figures.owed += won
      if (each.renews && kind === 'ordered') figures.renewalsTried += 1
      if (each.renews && kind === 'failed') figures.renewalsFailed += 1
    }
  }
  return figures
}

const query = fc.record({
  range: fc.tuple(times, times),
  by: fc.constantFrom('day', 'week', 'month', 'store', 'product', 'method' as const),
  store: fc.option(fc.integer({ min: 0, max: 1 })),
  product: fc.option(fc.integer({ min: 0, max: 1 })),
  limit: storeLimit,
  isWhole: fc.boolean(),
})

// ASVS 8.2.2
test('figures of any range, group, filter and limit are those of the ledger, also after methods became known', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 20 }),
      fc.array(query, { minLength: 5, maxLength: 5 }),
      fc.boolean(),
      async (all, queries, isRemoved) => {
        const ids = await store(all)
        for (const { range: ends, by, store: at, product, limit, isWhole } of queries) {
          const [a, b] = ends.map((each) => (isWhole ? each - ((each + 9 * hour) % day) : each)).sort((x, y) => x - y)
          const range = { since: a ?? 0, until: b ?? 0 }
          const [storeId, productId] = [
            at === null ? undefined : stores[at],
            product === null ? undefined : products[product],
          ]
          const { actor, own } = limitedTo(limit, stores, storeId)
          const filter = { ...(storeId && { storeId }), ...(productId && { productId }) }
          const isAsked = (each: Order) =>
            (!storeId || storeOf(each) === storeId) &&
            (!productId || productOf(each) === productId) &&
            (!own || own.includes(storeOf(each)))
          const input = { from: iso(range.since), to: iso(range.until), by, ...filter }
          const found = await orders.call(getMoneyFigures, input, { actor })
          expect(found.total).toEqual(count(all, range, isAsked))
          const figures = found.rows.map((row) => ({ key: row.key, figures: row.figures }))
          if (by === 'store' || by === 'product' || by === 'method') {
            const groupOf = { store: storeOf, product: productOf, method: methodOf }[by]
            const expected = [...new Set(all.map(groupOf))]
              .map((key) => ({ key, figures: count(all, range, (each) => isAsked(each) && groupOf(each) === key) }))
              .filter((each) => Object.values(each.figures).some((sum) => sum > 0))
            expect(new Set(figures)).toEqual(new Set(expected))
          } else
            expect(figures).toEqual(
              periodsOf(range, by, Number.POSITIVE_INFINITY).map(({ name, start, end }) => {
                const part = { since: Math.max(start, range.since), until: Math.min(end, range.until) }
                return { key: name, figures: count(all, part, isAsked) }
              }),
            )
        }
        if (isRemoved) await orders.backend.sql`delete from orders.ledger where order_id = ${ids[0] ?? ''}`
        await expectFiguresToBeExact(orders.backend.sql)
      },
    ),
    figureRuns,
  )
}, 90_000)

describe('of three orders', () => {
  const at = (text: string) => Date.parse(`2026-03-${text}:00+09:00`)
  const get = (input: Omit<Input<typeof getMoneyFigures>, 'from' | 'to'>, from = '2026-03-01', to = '2026-03-02') =>
    orders.call(getMoneyFigures, { from, to, ...input })
  beforeAll(async () => {
    const usual = { product: 0, store: 0, method: 'card', later: null, renews: false } as const
    const paid = (won: number, when: number): Entry => ({ kind: 'paid', won, at: when, movedAt: null })
    await store([
      { ...usual, entries: [paid(30_000, at('01T09:30'))] },
      { ...usual, store: 'several', method: 'virtualAccount', entries: [paid(20_000, at('01T23:59'))] },
      {
        ...{ ...usual, product: 1, method: null, store: 1 },
        entries: [
          // noticed a day after the provider moved it
          { kind: 'paid', won: 5_000, at: at('03T00:01'), movedAt: at('02T23:59') },
          { kind: 'refunded', won: 1_000, at: at('03T00:01'), movedAt: at('02T23:59') },
        ],
      },
    ])
    await orders.publishAndWait('catalog.storeChanged', { storeId: stores[1] ?? '', name: '서초점', version: 2 })
  })

  test('stores, products and methods have names, and the one with the most money is first', async () => {
    const named = async (by: 'store' | 'product' | 'method') =>
      (await get({ by })).rows.map(({ key, name, figures: { paid } }) => [key, name, paid])
    expect(await named('store')).toEqual([
      [stores[0], '강남점', 30_000],
      ['several', '여러 매장', 20_000],
      [stores[1], '서초점', 5_000],
    ])
    expect(await named('product')).toEqual([
      [products[0], '손세차', 50_000],
      [products[1], '왁스', 5_000],
    ])
    expect(await named('method')).toEqual([
      ['card', '카드', 30_000],
      ['virtualAccount', '가상계좌', 20_000],
      ['unknown', '알 수 없음', 5_000],
    ])
  })

  test('a day is compared with the one before, and revenue has the same sums', async () => {
    const second = await get({ by: 'day', compareWith: 'previousPeriod' }, '2026-03-02', '2026-03-02')
    expect(second).toMatchObject({
      total: { orders: 1, paid: 5_000, refunded: 1_000 },
      comparedTotal: { orders: 2, paid: 50_000, refunded: 0 },
    })
    expect(await orders.call(getRevenue, { from: '2026-03-01', to: '2026-03-02' })).toEqual([
      { period: '2026-03-01', paid: 50_000, refunded: 0, count: 2 },
      { period: '2026-03-02', paid: 5_000, refunded: 1_000, count: 1 },
    ])
  })

  test('are exported with Korean headings', async () => {
    const { lines } = await orders.call(exportMoneyFigures, { from: '2026-03-01', to: '2026-03-02', by: 'method' })
    expect(lines.split('\r\n').map(csvText)).toEqual([
      '결제 수단,ID,비고,결제한 주문,결제,환불,순매출,쿠폰 할인,돌려줄 돈,정기 결제 시도,정기 결제 실패,실패 후 결제',
      '카드,card,,1,30000,0,30000,0,0,0,0,0',
      '가상계좌,virtualAccount,,1,20000,0,20000,0,0,0,0,0',
      '알 수 없음,unknown,,1,5000,1000,4000,0,0,0,0,0',
      '합계,,,3,55000,1000,54000,0,0,0,0,0',
      '',
    ])
  })

  test('what cannot be counted is refused with a clear error', async () => {
    expect(await codeOf(get({}, '1826-01-01'))).toBe('VALIDATION_FAILED')
    expect(await codeOf(get({}, '2026-03-02', '2026-02-01'))).toBe('VALIDATION_FAILED')
    expect(await codeOf(get({ by: 'timezone' as 'day' }))).toBe('VALIDATION_FAILED')
    expect(await codeOf(get({ storeId: randomUUID() }))).toBe('STORE_NOT_FOUND')
    expect(await codeOf(get({ productId: randomUUID() }))).toBe('PRODUCT_NOT_FOUND')
  })
})

test('as many rows are stored as there are days and groups, however many orders there are', async () => {
  const { sql } = orders.backend
  const days = Array.from({ length: 30 }, (_, index) => since + index * day + hour)
  const usual: Order = { product: 0, store: 0, method: 'card', later: null, renews: false, entries: [] }
  const rowsFor = async (perDay: number) => {
    const entries = days.map((at): Entry => ({ kind: 'paid', won: 1, at, movedAt: null }))
    await store(Array.from({ length: perDay }, () => ({ ...usual, entries })))
    await waitFor(async () => expect(await sql`select from orders.money_figure_changes`).toHaveLength(0))
    return sql`select length, starts_at from orders.money_figures where paid <> 0 order by length, starts_at, product_id`
  }
  const few = await rowsFor(1)
  expect(few).toHaveLength(2 * (30 + 2)) // days and months, of the group and of all
  expect(await rowsFor(20)).toEqual(few)
})
