import { randomUUID } from 'node:crypto'
import {
  cohortMonths,
  comparedRange,
  contract,
  csvText,
  type Input,
  periodsOf,
  type Range,
  rangeOf,
} from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFiguresToBeExact, figureRuns } from './figures.ts'
import { codeOf, startTestOrders } from './orders-service.ts'

const { getSubscriptionFigures, exportSubscriptionFigures, getSubscriptionCohorts } = contract.orders
const orders = startedBeforeAll(startTestOrders)
const hour = 3_600_000
const day = 24 * hour
const [since, until] = [Date.parse('2024-11-01T00:00:00+09:00'), Date.parse('2027-02-01T00:00:00+09:00')]

const causes = ['stopped', 'unpaid', 'left', 'withdrawn', 'replaced', 'expired', 'productDeleted', 'unknown'] as const
type Subscription = {
  member: number
  product: number
  price: number
  months: number
  isGranted: boolean
  startsAt: number
  end: { at: number; cause: (typeof causes)[number] } | null
}
const subscription: fc.Arbitrary<Subscription> = fc.record({
  member: fc.integer({ min: 0, max: 9 }),
  product: fc.integer({ min: 0, max: 2 }),
  price: fc.integer({ min: 0, max: 100_000 }),
  months: fc.constantFrom(1, 3, 12),
  isGranted: fc.boolean(),
  startsAt: fc.integer({ min: since, max: until }),
  end: fc.option(fc.record({ at: fc.integer({ min: since, max: until }), cause: fc.constantFrom(...causes) })),
})

const products: string[] = []
beforeAll(async () => {
  for (const name of ['월 2회', '월 4회', '무제한'])
    products.push((await orders.addProduct({ type: 'subscribe', name, price: 30_000, billingMonths: 1 })).id)
  orders.clock.set('2027-02-01T00:00:00+09:00')
})

const members = Array.from({ length: 10 }, () => randomUUID())
const rowOf = ({ member, product, price, months, isGranted, startsAt, end }: Subscription) => ({
  ...{
    id: randomUUID(),
    member_id: members[member] ?? '',
    product_id: products[product] ?? '',
    product_name: '',
    type: 'subscribe',
  },
  ...{ price, billing_months: months, store_ids: orders.backend.sql.json([]), state: end ? 'Complete' : 'Available' },
  ...{ order_id: isGranted ? null : randomUUID(), starts_at: new Date(startsAt), created_at: new Date(startsAt) },
  ...{ ended_at: end && new Date(end.at), end_cause: end?.cause ?? null },
})

/** Counts subscriptions one by one. */
function count(all: readonly Subscription[], range: Range, productId?: string) {
  const counted = all.filter(
    ({ product, startsAt, end }) =>
      (productId === undefined || products[product] === productId) && (end === null || end.at > startsAt),
  )
  const isIn = (at: number | undefined) => at !== undefined && at >= range.since && at < range.until
  const ended = (...of: string[]) => counted.filter(({ end }) => isIn(end?.at) && of.includes(end?.cause ?? '')).length
  const active = counted.filter(
    ({ startsAt, end }) => startsAt < range.until && (end === null || end.at >= range.until),
  )
  return {
    active: active.length,
    started: counted.filter(({ startsAt }) => isIn(startsAt)).length,
    endedByStop: ended('stopped'),
    endedByDunning: ended('unpaid'),
    endedByLeave: ended('left'),
    endedOtherwise: ended('withdrawn', 'replaced', 'expired', 'productDeleted', 'unknown'),
    monthlyRevenue: active.reduce(
      (sum, { price, months, isGranted }) => sum + (isGranted ? 0 : Math.round(price / months)),
      0,
    ),
  }
}

/** Members by the month of their first subscription, one by one, and those who were subscribed when later months were over. */
function follow(all: readonly Subscription[]) {
  const counted = all.filter(({ startsAt, end }) => end === null || end.at > startsAt)
  const months = periodsOf({ since, until: until + 400 * day }, 'month', 100)
  const ofMember = [...Map.groupBy(counted, ({ member }) => member).values()]
  return months
    .filter(({ start }) => start < until)
    .map(({ name, start, end }, index) => {
      const cohort = ofMember.filter((some) => {
        const first = Math.min(...some.map(({ startsAt }) => startsAt))
        return first >= start && first < end
      })
      const subscribed = cohortMonths.map((after) => {
        const over = months[index + after]?.end ?? 0
        const isSubscribed = ({ startsAt, end: ended }: Subscription) =>
          startsAt < over && (ended === null || ended.at >= over)
        return over > until ? null : cohort.filter((some) => some.some(isSubscribed)).length
      })
      return { month: name, began: cohort.length, subscribed }
    })
}

const times = fc.integer({ min: since, max: until })
const query = fc.record({
  range: fc.tuple(times, times),
  by: fc.constantFrom('day', 'week', 'month', 'product' as const),
  product: fc.option(fc.integer({ min: 0, max: 2 })),
  isWhole: fc.boolean(),
})

test('figures of any range, group and product, and cohorts, are those of the rows, also after changes and deletions', async () => {
  const { sql } = orders.backend
  await fc.assert(
    fc.asyncProperty(
      fc.array(subscription, { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(59), subscription), { maxLength: 5 }),
      fc.array(query, { minLength: 5, maxLength: 5 }),
      async (first, changes, queries) => {
        await sql`delete from orders.user_products`
        const all = [...first]
        const rows = all.map(rowOf)
        await sql`insert into orders.user_products ${sql(rows)}`
        for (const [place, change] of changes) {
          const at = place % all.length
          const { id, ...fields } = rowOf(change)
          await sql`update orders.user_products set ${sql(fields)} where id = ${rows[at]?.id ?? ''}`
          all[at] = change
        }
        for (const { range: ends, by, product, isWhole } of queries) {
          const [a, b] = ends.map((at) => (isWhole ? at - ((at + 9 * hour) % day) : at)).sort((x, y) => x - y)
          const range = { since: a ?? 0, until: b ?? 0 }
          const productId = product === null ? undefined : products[product]
          const input = { from: iso(range.since), to: iso(range.until), by, ...(productId && { productId }) }
          const { rows: found, total } = await orders.call(getSubscriptionFigures, input)
          expect(total).toEqual(count(all, range, productId))
          if (by === 'product') {
            const expected = products.map((key) => ({ key, figures: count(all, range, key) }))
            for (const { key, figures } of found)
              expect(figures).toEqual(expected.find((each) => each.key === key)?.figures)
            const shown = expected.filter(
              ({ key, figures }) =>
                (productId === undefined || key === productId) && Object.values(figures).some((figure) => figure !== 0),
            )
            expect(new Set(found.map(({ key }) => key))).toEqual(new Set(shown.map(({ key }) => key)))
            expect(found).toHaveLength(shown.length)
          } else {
            const periods = periodsOf(range, by, Number.POSITIVE_INFINITY)
            expect(found.map(({ key, figures }) => ({ key, figures }))).toEqual(
              periods.map(({ name, start, end }) => {
                const part = { since: Math.max(start, range.since), until: Math.min(end, range.until) }
                return { key: name, figures: count(all, part, productId) }
              }),
            )
          }
        }
        const cohorts = await orders.call(getSubscriptionCohorts, { from: '2024-11', to: '2027-01' })
        const followed = cohorts.rows.map(({ subscribed, ...row }) => ({
          ...row,
          subscribed: subscribed.map((each) => each.members),
        }))
        expect(followed).toEqual(follow(all))
        await expectFiguresToBeExact(sql)
      },
    ),
    figureRuns,
  )
}, 90_000)

const iso = (at: number) => new Date(at).toISOString()
const at = (date: string) => Date.parse(`${date}T12:00:00+09:00`)
const bought = (product: number, from: string, end: Subscription['end'] = null): Subscription => ({
  ...{ member: product, product, price: 30_000, months: 1, isGranted: false, startsAt: at(from), end },
})

describe('of three subscriptions', () => {
  beforeAll(async () => {
    const { sql } = orders.backend
    await sql`delete from orders.user_products`
    const some = [
      bought(0, '2026-12-01'),
      bought(0, '2026-12-31', { at: at('2027-01-31'), cause: 'stopped' }),
      bought(1, '2027-01-15'),
    ]
    await sql`insert into orders.user_products ${sql(some.map(rowOf))}`
    orders.clock.set('2027-01-31T13:00:00+09:00')
  })
  const get = (input: Input<typeof getSubscriptionFigures>) => orders.call(getSubscriptionFigures, input)
  const none = { started: 0, endedByStop: 0, endedByDunning: 0, endedByLeave: 0, endedOtherwise: 0 }

  test('months have levels at their ends, and the present one is partial', async () => {
    const { rows, total, asOf } = await get({ from: '2026-11-01', to: '2027-01-31', by: 'month' })
    expect(rows).toEqual([
      {
        key: '2026-11',
        name: null,
        partial: false,
        figures: { ...none, active: 0, monthlyRevenue: 0 },
        compared: null,
      },
      {
        ...{ key: '2026-12', name: null, partial: false, compared: null },
        figures: { ...none, active: 2, started: 2, monthlyRevenue: 60_000 },
      },
      {
        ...{ key: '2027-01', name: null, partial: true, compared: null },
        figures: { ...none, active: 2, started: 1, endedByStop: 1, monthlyRevenue: 60_000 },
      },
    ])
    expect(total).toEqual({ ...none, active: 2, started: 3, endedByStop: 1, monthlyRevenue: 60_000 })
    expect(Math.abs(Date.parse(asOf) - orders.clock.now().getTime())).toBeLessThan(10_000)
  })

  test('a month is compared with the one before, up to the same time', async () => {
    const input = { from: '2027-01-01', to: '2027-01-31', by: 'product', compareWith: 'previousPeriod' } as const
    const { rows, comparedTotal, comparedFrom } = await get(input)
    expect(comparedFrom).toBe(iso(comparedRange(rangeOf(input), 'previousPeriod').since))
    expect(comparedTotal).toEqual({ ...none, active: 2, started: 2, monthlyRevenue: 60_000 })
    expect(rows).toEqual([
      {
        ...{ key: products[0], name: '월 2회', partial: true },
        figures: { ...none, active: 1, endedByStop: 1, monthlyRevenue: 30_000 },
        compared: { ...none, active: 2, started: 2, monthlyRevenue: 60_000 },
      },
      {
        ...{ key: products[1], name: '월 4회', partial: true },
        figures: { ...none, active: 1, started: 1, monthlyRevenue: 30_000 },
        compared: { ...none, active: 0, monthlyRevenue: 0 },
      },
    ])
  })

  test('are exported with Korean headings', async () => {
    const { lines, next } = await orders.call(exportSubscriptionFigures, {
      ...{ from: '2026-12-31', to: '2027-01-01', by: 'day', compareWith: 'previousPeriod' },
    })
    expect(next).toBeNull()
    const heads = '이용 중,시작,중지로 종료,미결제로 종료,탈퇴로 종료,그 밖의 종료,월 매출'
    expect(lines.split('\r\n').map(csvText)).toEqual([
      `날짜,ID,비고,${heads},${heads.replaceAll(/(^|,)/g, '$1비교 기간 ')}`,
      '2026-12-31,,,2,1,0,0,0,0,60000,1,0,0,0,0,0,30000',
      '2027-01-01,,,2,0,0,0,0,0,60000,1,0,0,0,0,0,30000',
      '합계,,,2,1,0,0,0,0,60000,1,0,0,0,0,0,30000',
      '',
    ])
  })

  test('what cannot be counted is refused with a clear error', async () => {
    const refused = (input: object) => codeOf(get({ from: '2027-01-01', to: '2027-01-31', ...input }))
    expect(await refused({ from: '1827-01-01' })).toBe('VALIDATION_FAILED')
    expect(await refused({ to: '2026-01-01' })).toBe('VALIDATION_FAILED')
    expect(await refused({ by: 'store' })).toBe('VALIDATION_FAILED')
    expect(await refused({ timeZone: 'UTC' })).toBe('VALIDATION_FAILED')
    expect(await refused({ productId: randomUUID() })).toBe('PRODUCT_NOT_FOUND')
  })

  test('the changes are added up', async () => {
    const changes = () => orders.backend.sql`select * from orders.subscription_figure_changes`
    await waitFor(async () => expect(await changes()).toEqual([]))
    await expectFiguresToBeExact(orders.backend.sql)
    const before = await orders.backend.sql`select * from orders.subscription_figures order by 1, 2, 3`
    await orders.backend.sql`select orders.recount_subscriptions()`
    const nonZero = before.filter(({ started, ended_by_stop, monthly_revenue }) =>
      [started, ended_by_stop, monthly_revenue].some((figure) => Number(figure) !== 0),
    )
    expect(await orders.backend.sql`select * from orders.subscription_figures order by 1, 2, 3`).toEqual(nonZero)
  })
})
