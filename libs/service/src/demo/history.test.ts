import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoHistory, historyDays } from './history.ts'

const day = 24 * 60 * 60_000
const history = demoHistory(new Date('2027-05-14T05:23:00Z'))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the history is the same at every start, and a later start on the same day only adds to it', () => {
  expect(demoHistory(new Date('2027-05-14T05:23:00Z'))).toEqual(history)
  const later = demoHistory(new Date('2027-05-14T14:59:59Z'))
  expect(later.visits.length).toBeGreaterThan(history.visits.length)
  expect(later.visits.slice(0, 1_000)).toEqual(history.visits.slice(0, 1_000))
})

test('it has visits on every day, more of them at weekends, members and guests, renewals, failures and refunds', () => {
  const days = Map.groupBy(history.visits, ({ firstReadAt }) => Math.floor((firstReadAt + 9 * 60 * 60_000) / day))
  expect(days.size).toBe(historyDays + 1)
  expect(history.visits.length).toBeGreaterThan(10_000)
  for (const decision of ['used', 'usedUp', 'noProduct'])
    expect(history.visits.filter(({ use }) => use?.decision === decision).length).toBeGreaterThan(0)
  expect(history.orders.filter(({ renewal, paidAt }) => renewal && paidAt).length).toBeGreaterThan(50)
  expect(history.orders.filter(({ refundedAt }) => refundedAt).length).toBeGreaterThan(1)
  expect(history.orders.filter(({ failed }) => failed).length).toBeGreaterThan(3)
})

test('for a start at any time ids and plates are unique, nothing is later than the start, and uses add up', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (until) => {
      const { members, orders, userProducts, visits, cards } = demoHistory(until)
      const ids = [visits, orders, userProducts, cards].flatMap(idsOf)
      expect(new Set(ids).size).toBe(ids.length)
      const plates = members.flatMap(({ person }) => person.cars.map(({ carNumber }) => carNumber))
      expect(new Set(plates).size).toBe(plates.length)
      for (const { createdAt, paidAt, refundedAt } of orders)
        expect(Math.max(createdAt, paidAt ?? 0, refundedAt ?? 0)).toBeLessThanOrEqual(until.getTime())
      for (const { receivedAt } of visits) expect(receivedAt).toBeLessThanOrEqual(until.getTime())
      expect(userProducts.filter(({ unpaid }) => unpaid).length).toBeGreaterThan(0)
      const used = Map.groupBy(visits, ({ use }) => (use?.decision === 'used' ? use.userProductId : null))
      for (const { id, product, state, remainingUses, startsAt, endsAt, nextBillingAt, unpaid } of userProducts) {
        const uses = used.get(id) ?? []
        for (const { firstReadAt } of uses) expect(firstReadAt).toBeGreaterThanOrEqual(startsAt)
        if (product.type === 'onetime') expect(remainingUses).toBe((product.useLimit ?? 0) - uses.length)
        if (state === 'Complete' || state === 'Cancel') expect(nextBillingAt).toBeNull()
        if (state === 'Available' && endsAt !== null) expect(endsAt).toBeGreaterThan(until.getTime())
        expect(unpaid !== null).toBe(state === 'Unavailable')
        if (nextBillingAt !== null) expect(nextBillingAt).toBeGreaterThan(until.getTime())
      }
      for (const { id, memberId } of orders) {
        const joined = members.find(({ person }) => person.id === memberId)
        expect(joined, `member of ${id}`).toBeDefined()
      }
    }),
    { numRuns: 4 },
  )
})
