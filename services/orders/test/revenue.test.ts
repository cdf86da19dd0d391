import { contract, type Input } from '@kingcar/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { codeOf, type Orders, startTestOrders } from './orders-service.ts'

const { getRevenue } = contract.orders
let orders: Orders
beforeAll(async () => {
  orders = await startTestOrders()
  const rows = rowInserter(orders.backend.sql)
  const { id: memberId } = await orders.addMember()
  const { id } = await rows.order({ memberId })
  const entries: [string, object][] = [
    ['2026-01-30T15:00:00.000Z', { paid: 30_000 }], // start of the 31st in Seoul
    ['2026-01-31T14:59:59.999Z', { paid: 70_000 }], // its end
    ['2026-01-31T15:00:00.000Z', { paid: 5_000, refunded: 5_000 }],
    ['2026-02-03T00:00:00.000Z', { refunded: 30_000 }],
    ['2026-02-03T00:00:00.000Z', { cause: 'noted' }], // no money moved
  ]
  for (const [at, fields] of entries) await rows.entry(id, { at, ...fields })
})
afterAll(() => orders[Symbol.asyncDispose]())

const revenue = (input: Input<typeof getRevenue>) => orders.call(getRevenue, input)
const none = { paid: 0, refunded: 0, count: 0 }

test('payments and refunds are summed by day in Seoul, including empty days', async () => {
  expect(await revenue({ from: '2026-01-31', to: '2026-02-03' })).toEqual([
    { period: '2026-01-31', paid: 100_000, refunded: 0, count: 2 },
    { period: '2026-02-01', paid: 5_000, refunded: 5_000, count: 1 },
    { period: '2026-02-02', ...none },
    { period: '2026-02-03', ...none, refunded: 30_000 },
  ])
})

test('by month, a range may begin and end on any day', async () => {
  expect(await revenue({ from: '2025-12-31', to: '2026-02-01T00:00:00Z', by: 'month' })).toEqual([
    { period: '2025-12', ...none },
    { period: '2026-01', paid: 100_000, refunded: 0, count: 2 },
    { period: '2026-02', paid: 5_000, refunded: 5_000, count: 1 },
  ])
  const moment = '2026-01-31T00:00:00Z'
  expect(await revenue({ from: moment, to: moment })).toEqual([])
})

test('a range that is too long or ends before it begins is refused', async () => {
  expect(await codeOf(revenue({ from: '0001-01-01', to: '9999-12-31' }))).toBe('VALIDATION_FAILED')
  expect(await codeOf(revenue({ from: '2026-02-01', to: '2026-01-01' }))).toBe('VALIDATION_FAILED')
})
