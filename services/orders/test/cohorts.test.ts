import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import type { Sql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { expectFiguresToBeExact } from './figures.ts'
import { rowInserter } from './insert-rows.ts'
import { codeOf, startTestOrders } from './orders-service.ts'

const { getSubscriptionCohorts, exportSubscriptionCohorts } = contract.orders
const orders = startedBeforeAll(startTestOrders)
const noon = (date: string) => new Date(`${date}T12:00:00+09:00`)

beforeAll(async () => {
  orders.clock.set('2027-03-15T12:00:00+09:00')
  const rows = rowInserter(orders.backend.sql)
  const subscribe = (memberId: string, from: string | Date, to?: string | Date) => {
    const end = { state: 'Complete', ended_at: typeof to === 'string' ? noon(to) : to, end_cause: 'stopped' }
    const starts_at = typeof from === 'string' ? noon(from) : from
    return rows.userProduct({ memberId, type: 'subscribe', billing_months: 1, starts_at, ...(to !== undefined && end) })
  }
  const [stays, leaves, returns, onLastDay, never] = Array.from({ length: 5 }, () => randomUUID()) as string[]
  await subscribe(stays ?? '', '2026-01-31')
  await subscribe(leaves ?? '', '2026-01-31', '2026-02-28') // one period, never renewed
  await subscribe(returns ?? '', '2026-01-10', '2026-02-10')
  await subscribe(returns ?? '', '2026-03-20', '2026-08-20') // still of January
  const midnight = new Date('2026-03-01T00:00:00+09:00')
  await subscribe(onLastDay ?? '', '2026-01-01', midnight) // subscribed until the month was over
  await subscribe(never ?? '', '2026-01-20', '2026-01-10') // taken back before it began
  await subscribe(never ?? '', '2027-02-20')
  await rows.userProduct({ memberId: randomUUID(), type: 'onetime', starts_at: noon('2026-01-05') })
  await subscribe(randomUUID(), '2027-03-20') // in the future
})

const get = (from: string, to: string) => orders.call(getSubscriptionCohorts, { from, to })
const share = (months: number, members: number | null, of: number) => ({
  ...{ months, members, share: members === null || of === 0 ? null : members / of },
})

test('members belong to the month of their first subscription, and are followed to the ends of later months', async () => {
  const { rows, asOf } = await get('2025-12', '2026-01')
  expect(asOf.slice(0, 10)).toBe('2027-03-15')
  expect(rows).toEqual([
    { month: '2025-12', began: 0, subscribed: [1, 2, 3, 6, 12].map((months) => share(months, 0, 0)) },
    {
      ...{ month: '2026-01', began: 4 },
      subscribed: [share(1, 2, 4), share(2, 2, 4), share(3, 2, 4), share(6, 2, 4), share(12, 1, 4)],
    },
  ])
})

test('months that are not over have no share', async () => {
  const { rows } = await get('2027-02', '2027-03')
  const open = [1, 2, 3, 6, 12].map((months) => share(months, null, 1))
  expect(rows).toEqual([
    { month: '2027-02', began: 1, subscribed: open },
    { month: '2027-03', began: 1, subscribed: open }, // as known now
  ])
  orders.clock.set('2027-04-01T00:00:00+09:00')
  const later = await get('2027-02', '2027-03')
  expect(later.rows[0]?.subscribed.slice(0, 2)).toEqual([share(1, 1, 1), share(2, null, 1)])
})

test('are exported with Korean headings, and bad months are refused', async () => {
  const { lines } = await orders.call(exportSubscriptionCohorts, { from: '2026-01', to: '2026-01' })
  const heads = [1, 2, 3, 6, 12].flatMap((months) => [`${months}개월 후 이용 중`, `${months}개월 후 유지율(%)`])
  expect(lines.split('\r\n')).toEqual([`시작한 월,회원,${heads.join(',')}`, '2026-01,4,2,50,2,50,2,50,2,50,1,25', ''])
  expect(await codeOf(get('2026-02', '2026-01'))).toBe('VALIDATION_FAILED')
  expect(await codeOf(get('1826-01', '2026-01'))).toBe('VALIDATION_FAILED')
  expect(await codeOf(get('2026-13', '2027-01'))).toBe('VALIDATION_FAILED')
})

test('of two concurrent transactions that change one member, the second waits and counts both', async () => {
  const { sql } = orders.backend
  const memberId = randomUUID()
  const subscribe = (by: Sql, starts: string, ended_at: Date | null) =>
    rowInserter(by).userProduct({
      ...{ memberId, type: 'subscribe', billing_months: 1, starts_at: noon(starts) },
      ...(ended_at && { state: 'Complete', ended_at, end_cause: 'stopped' }),
    })
  let second: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await subscribe(tx as unknown as Sql, '2026-06-10', noon('2026-07-10'))
    second = subscribe(sql, '2026-07-10', null)
    await waitFor(async () => expect(await tx`select from pg_locks where not granted`).not.toHaveLength(0))
  })
  await second
  const { rows } = await get('2026-06', '2026-07')
  expect(rows).toMatchObject([{ began: 1, subscribed: [{ members: 1 }, {}, {}, {}, {}] }, { began: 0 }])
  await expectFiguresToBeExact(sql)
})
