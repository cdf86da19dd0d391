import { closedOrderStates, orderStates, orderTransitions } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterStep,
  freeSteps,
  hasMoney,
  nextReconciliation,
  type OrderMoney,
  type PaymentRecord,
  paymentDeadline,
  stepsForPayments,
  watchedUntil,
} from './order.ts'

const price = 10_000
const created: OrderMoney = { state: 'Create', amount: price, refundedAmount: 0, paymentUid: null }
const at = new Date('2027-01-01T00:00:00Z')

const payment = (over: Partial<PaymentRecord> = {}): PaymentRecord => ({
  paymentUid: 'imp_1',
  status: 'paid',
  amount: price,
  cancelledAmount: 0,
  currency: 'KRW',
  paidAt: at,
  cancelledAt: null,
  cancellations: [],
  inWindow: false,
  account: null,
  accountDueAt: null,
  ...over,
})
const due = (days: number) => new Date(at.getTime() + days * 24 * 3_600_000)
/** An issued virtual account that accepts a transfer for some days. */
const issued = (days = 3, over: Partial<PaymentRecord> = {}) =>
  payment({ status: 'ready', paidAt: null, inWindow: true, account: {}, accountDueAt: due(days), ...over })
const settle = (order: OrderMoney, ...payments: PaymentRecord[]) => {
  const steps = stepsForPayments(order, payments)
  return { steps, order: steps.reduce(afterStep, order) }
}
const completed: OrderMoney = { ...created, state: 'Completed', paymentUid: 'imp_1' }

test('each refund of a payment that a lookup finds is a separate step with its own time', () => {
  const seen = payment({
    ...{ status: 'cancelled', cancelledAmount: price, cancelledAt: due(3) },
    cancellations: [1, 2, 3].map((each) => ({ amount: each * 1_000, at: due(each) })), // the last is not listed
  })
  const { steps, order } = settle({ ...completed, refundedAmount: 2_000 }, seen)
  expect(steps).toMatchObject([
    { do: 'part', refunded: 1_000, refundedAt: due(2) },
    { do: 'part', refunded: 3_000, refundedAt: due(3) },
    { do: 'move', action: 'refund', refunded: 4_000, refundedAt: due(3) },
  ])
  expect(order).toMatchObject({ state: 'Refund', refundedAmount: price })
  expect(settle(order, seen).steps).toEqual([])
})

describe('one payment', () => {
  test.each([
    ['an issued account', issued(), 'Reserved'],
    ['an open window', payment({ status: 'ready', paidAt: null, inWindow: true }), 'Create'],
    ['paid', payment(), 'Completed'],
    ['paid, without saying when', payment({ paidAt: null }), 'Completed'],
    ['a failed charge', payment({ status: 'failed', paidAt: null }), 'Fail'],
    ['failed in the window', payment({ status: 'failed', paidAt: null, inWindow: true }), 'Create'],
    ['an account closed before it was seen', issued(3, { status: 'failed' }), 'Create'],
    ['of less', payment({ amount: price - 1 }), 'Fail'],
    ['of more', payment({ amount: price + 1 }), 'Fail'],
    ['in another currency', payment({ currency: 'USD' }), 'Fail'],
    ['paid and refunded before it was seen', payment({ status: 'cancelled', cancelledAmount: price }), 'Refund'],
    ['paid and partly refunded', payment({ status: 'cancelled', cancelledAmount: 1 }), 'Completed'],
    ['awaited and withdrawn', payment({ status: 'cancelled', paidAt: null }), 'Create'],
  ] as const)('%s', (_name, seen, state) => {
    expect(settle(created, seen).order.state).toBe(state)
  })

  const [paid, ready, failed] = [payment(), issued(), payment({ status: 'failed', paidAt: null })]
  const reserved: OrderMoney = { ...created, state: 'Reserved', accountDueAt: due(3) }
  const gone = (cancelledAmount: number) => payment({ status: 'cancelled', cancelledAmount })
  const move = (action: string, cause: string, seen: PaymentRecord, moved: object = {}) => ({
    do: 'move',
    action,
    cause,
    payment: seen,
    ...moved,
  })
  const taken = (seen: PaymentRecord) => move('pay', 'paid', seen, { paid: price })
  const wrong = payment({ amount: 1 })
  const [own, other] = [completed, payment({ paymentUid: 'imp_2' })]
  test.each([
    ['awaited', created, ready, [move('reserve', 'ready', ready)]],
    ['awaited, of a reserved order', reserved, ready, []],
    ['awaited for longer', reserved, issued(4), [{ do: 'extend', payment: issued(4) }]],
    ['awaited for less', reserved, issued(2), []],
    ['failed in the window, of a reserved order', reserved, payment({ status: 'failed', inWindow: true }), []],
    [
      'closed, of a reserved order',
      reserved,
      issued(3, { status: 'failed' }),
      [move('cancel', 'reservationWithdrawn', issued(3, { status: 'failed' }))],
    ],
    ['failed', created, failed, [move('fail', 'paymentFailed', failed)]],
    ['failed, of a paid order', own, failed, []],
    ['paid', created, paid, [taken(paid), move('complete', 'granted', paid)]],
    ['paid, seen again', own, paid, []],
    [
      'of another amount',
      created,
      wrong,
      [move('fail', 'amountMismatch', wrong), { do: 'return', cause: 'amountMismatch', amount: 1, payment: wrong }],
    ],
    ['paid in addition to another', own, other, [{ do: 'return', cause: 'paidTwice', amount: price, payment: other }]],
    [
      'paid for a closed order',
      { ...created, state: 'Cancel' },
      paid,
      [{ do: 'return', cause: 'paidAfterClosed', amount: price, payment: paid }],
    ],
    [
      'refunded before it was seen',
      created,
      gone(price),
      [taken(gone(price)), move('refund', 'cancelledAtProvider', gone(price), { refunded: price, refundedAt: null })],
    ],
    [
      'partly refunded before it was seen',
      created,
      gone(1),
      [
        taken(gone(1)),
        move('complete', 'granted', gone(1)),
        { do: 'part', cause: 'cancelledAtProvider', refunded: 1, refundedAt: null, payment: gone(1) },
      ],
    ],
    [
      'refunded in another part',
      { ...own, refundedAmount: 1 },
      gone(3),
      [{ do: 'part', cause: 'cancelledAtProvider', refunded: 2, refundedAt: null, payment: gone(3) }],
    ],
    [
      'refunded to its end',
      { ...own, refundedAmount: 1 },
      gone(price),
      [move('refund', 'cancelledAtProvider', gone(price), { refunded: price - 1, refundedAt: null })],
    ],
    ['refunded as recorded', { ...own, refundedAmount: 3 }, gone(3), []],
    ['refunded, of a refunded order', { ...own, state: 'Refund', refundedAmount: 1 }, gone(price), []],
    [
      'withdrawn before it was paid',
      { ...created, state: 'Reserved' },
      payment({ status: 'cancelled', paidAt: null }),
      [move('cancel', 'reservationWithdrawn', payment({ status: 'cancelled', paidAt: null }))],
    ],
    ['withdrawn, of a paid order', own, payment({ status: 'cancelled', paidAt: null }), []],
  ] as const)('%s: these steps, with these reasons', (_name, order, seen, steps) => {
    expect(stepsForPayments(order, [seen])).toEqual(steps)
  })

  test('none: a free order is paid and completed without a payment', () => {
    expect(freeSteps).toEqual([
      { do: 'move', action: 'pay', cause: 'free', paid: 0, payment: null },
      { do: 'move', action: 'complete', cause: 'granted', payment: null },
    ])
    expect(freeSteps.reduce(afterStep, { ...created, amount: 0 })).toEqual({
      ...created,
      amount: 0,
      state: 'Completed',
      accountDueAt: null,
    })
  })

  test('a step makes its transition, and throws if the state of the order does not allow it', () => {
    const part = { do: 'part', cause: 'cancelledAtProvider', refunded: 2, refundedAt: null, payment: gone(2) } as const
    expect(afterStep(own, part)).toEqual({ ...own, refundedAmount: 2 })
    expect(afterStep(own, { do: 'return', cause: 'paidTwice', amount: 1, payment: other })).toEqual(own)
    expect(() => afterStep(own, { do: 'move', action: 'pay', cause: 'paid', payment: paid })).toThrow(
      'an order in Completed cannot pay',
    )
  })

  test("becomes the order's payment when it is paid, and not before", () => {
    expect(settle(created, ready).order).toEqual(reserved)
    expect(settle(created, failed).order).toEqual({ ...created, state: 'Fail', accountDueAt: null })
    const [first] = stepsForPayments(created, [paid])
    expect(first && afterStep(created, first)).toMatchObject({ state: 'Paid', paymentUid: 'imp_1' })
  })

  test.each([
    ['paid', at, true],
    ['paid', null, true],
    ['cancelled', at, true],
    ['cancelled', null, false],
    ['ready', null, false],
    ['failed', null, false],
    ['failed', at, false], // the time of the attempt
  ] as const)('that is %s, paid at %s: has money, %s', (status, paidAt, came) => {
    expect(hasMoney(payment({ status, paidAt }))).toBe(came)
  })

  test('of another amount is refunded in full', () => {
    const { steps } = settle(created, payment({ amount: 1 }))
    expect(steps.at(-1)).toMatchObject({ do: 'return', amount: 1 })
  })
})

describe('several payments', () => {
  test('cause the same steps in any order in which the provider lists them', () => {
    const listed = [
      payment({ paymentUid: 'imp_0', status: 'failed', paidAt: null }),
      issued(3, { paymentUid: 'imp_3' }),
      payment({ paymentUid: 'imp_2', status: 'cancelled', cancelledAmount: price }),
      payment(),
      payment({ paymentUid: 'imp_4', status: 'cancelled', paidAt: null }),
    ]
    const steps = stepsForPayments(created, listed)
    expect(steps.map((step) => [step.do, step.payment?.paymentUid])).toEqual([
      ['move', 'imp_1'],
      ['move', 'imp_1'],
    ])
    fc.assert(
      fc.property(fc.shuffledSubarray(listed, { minLength: listed.length }), (other) => {
        expect(stepsForPayments(created, other)).toEqual(steps)
      }),
    )
  })

  test('a failed one does not count if another is paid or awaited', () => {
    const failed = payment({ paymentUid: 'imp_0', status: 'failed', paidAt: null })
    expect(settle(created, failed, payment()).order.state).toBe('Completed')
    expect(settle(created, failed, issued()).order.state).toBe('Reserved')
    expect(settle(created, failed, payment({ status: 'ready', paidAt: null })).order.state).toBe('Create')
  })

  test('of which one account is closed and another is open keep the order waiting for the latest', () => {
    const accounts = [
      issued(3, { paymentUid: 'imp_0', status: 'failed' }),
      issued(4, { paymentUid: 'imp_1' }),
      issued(5, { paymentUid: 'imp_2' }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(accounts, { minLength: 3 }), (listed) => {
        expect(settle(created, ...listed).order).toMatchObject({ state: 'Reserved', accountDueAt: due(5) })
      }),
    )
  })

  test('the second paid one is refunded', () => {
    const { order, steps } = settle(created, payment(), payment({ paymentUid: 'imp_2' }))
    expect(order).toMatchObject({ state: 'Completed', paymentUid: 'imp_1' })
    expect(steps.at(-1)).toMatchObject({ do: 'return', amount: price, payment: { paymentUid: 'imp_2' } })
  })
})

describe('a paid renewal without a product', () => {
  const owed: OrderMoney = { ...completed, state: 'Paid', renews: 'a product' }

  test('is returned in every reconciliation until it is refunded', () => {
    expect(settle(owed, payment())).toMatchObject({
      steps: [{ do: 'return', cause: 'renewalOfEnded', amount: price }],
      order: owed,
    })
    expect(settle(owed, payment({ status: 'cancelled', cancelledAmount: price })).order.state).toBe('Refund')
  })

  test('returns the rest after a partial refund', () => {
    const { steps, order } = settle(owed, payment({ status: 'cancelled', cancelledAmount: 1 }))
    expect(steps).toMatchObject([
      { do: 'part', refunded: 1 },
      { do: 'return', amount: price - 1 },
    ])
    expect(order).toMatchObject({ state: 'Paid', refundedAmount: 1 })
  })
})

describe('a closed order', () => {
  test.each(closedOrderStates)('%s keeps its state, and money for it is returned', (state) => {
    const { order, steps } = settle({ ...created, state }, payment())
    expect(order.state).toBe(state)
    expect(steps).toMatchObject([{ do: 'return', amount: price }])
  })
})

// --- Any history -----------------------------------------------------------------------------------------------------

const anyPayment = fc
  .record({
    paymentUid: fc.constantFrom('imp_1', 'imp_2', 'imp_3'),
    status: fc.constantFrom('ready', 'paid', 'failed', 'cancelled'),
    amount: fc.constantFrom(price, price - 1, 1),
    back: fc.double({ min: 0, max: 1, noNaN: true }),
    currency: fc.constantFrom('KRW', 'KRW', 'KRW', 'USD'),
    inWindow: fc.boolean(),
    accountDueAt: fc.option(fc.integer({ min: 1, max: 5 }).map(due)),
  })
  .map(({ back, ...rest }): PaymentRecord => {
    const fields = { ...rest, account: rest.accountDueAt && {} }
    const hasMoney = fields.status === 'paid' || fields.status === 'cancelled'
    const cancelledAmount = fields.status === 'cancelled' ? Math.max(1, Math.round(fields.amount * back)) : 0
    return { ...fields, cancelledAmount, paidAt: hasMoney ? at : null, cancelledAt: null, cancellations: [] }
  })
const history = fc.array(fc.array(anyPayment, { maxLength: 4 }), { maxLength: 6 })

// ASVS 2.3.1
test('for any payments, an order takes only transitions of the table and never refunds more than was paid', () => {
  fc.assert(
    fc.property(history, (looks) => {
      let order = created
      for (const seen of looks) {
        for (const step of stepsForPayments(order, seen)) {
          if (step.do === 'move') {
            const { from, to } = orderTransitions[step.action]
            expect(from).toContain(order.state)
            expect(afterStep(order, step).state).toBe(to)
          }
          if (step.do === 'return') expect(step.amount).toBeGreaterThan(0)
          order = afterStep(order, step)
          expect(order.refundedAmount).toBeLessThanOrEqual(order.amount)
        }
      }
      expect(orderStates).toContain(order.state)
    }),
  )
})

test('a second reconciliation without news changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 4 }), (seen) => {
      const once = settle(created, ...unique(seen))
      const twice = settle(once.order, ...unique(seen))
      expect(twice.steps.filter((step) => step.do !== 'return')).toEqual([])
    }),
  )
})

test('reconciliations in between do not change the order that a payment results in', () => {
  const way = fc
    .tuple(fc.boolean(), fc.array(fc.integer({ min: 1, max: price }), { maxLength: 4 }))
    .map(([awaited, cancels]) => {
      const states = [payment()]
      if (awaited) states.unshift(issued())
      let cancelledAmount = 0
      for (const amount of cancels) {
        cancelledAmount = Math.min(price, cancelledAmount + amount)
        states.push(payment({ status: 'cancelled', cancelledAmount }))
      }
      return states
    })
  fc.assert(
    fc.property(
      way.chain((states) => fc.tuple(fc.constant(states), fc.subarray(states))),
      ([states, looks]) => {
        const last = states.at(-1) ?? payment()
        const direct = settle(created, last).order
        const seen = [...looks, last].reduce((order, each) => settle(order, each).order, created)
        expect(seen).toEqual(direct)
      },
    ),
  )
})

test('after all returns the amount left at the provider equals that of the order', () => {
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 4 }), (seen) => {
      const { order, steps } = settle(created, ...unique(seen))
      const left = unique(seen)
        .filter(({ status, paidAt }) => status === 'paid' || (status === 'cancelled' && paidAt !== null))
        .reduce((sum, { amount, cancelledAmount }) => sum + amount - cancelledAmount, 0)
      const back = steps.reduce((sum, step) => sum + (step.do === 'return' ? step.amount : 0), 0)
      const kept = order.state === 'Paid' || order.state === 'Completed' ? order.amount - order.refundedAmount : 0
      expect(left - back).toBe(kept)
    }),
  )
})

/** The provider has each payment once. */
const unique = (seen: readonly PaymentRecord[]) => [...new Map(seen.map((each) => [each.paymentUid, each])).values()]

test('an unpaid order is cancelled after half an hour, and a closed one watched for a day', () => {
  expect(paymentDeadline(at)).toEqual(new Date('2027-01-01T00:30:00Z'))
  expect(watchedUntil(at)).toEqual(new Date('2027-01-02T00:00:00Z'))
})

test('an order that awaits payment is reconciled every two minutes, a closed one for a day, a paid one twice', () => {
  const minutes = (to: Date | null, from = at) => (to === null ? null : (to.getTime() - from.getTime()) / 60_000)
  const open = { state: 'Create', paymentUid: null, paidAt: null } as const
  expect(minutes(nextReconciliation({ ...open, expiresAt: new Date(at.getTime() + 30 * 60_000) }, at))).toBe(2)
  expect(minutes(nextReconciliation({ ...open, expiresAt: new Date(at.getTime() + 60_000) }, at))).toBe(1)
  const closed = { state: 'Cancel', paymentUid: null, paidAt: null, expiresAt: watchedUntil(at) } as const
  expect(minutes(nextReconciliation(closed, at))).toBe(4)
  const later = new Date(at.getTime() + 2 * 3_600_000)
  expect(minutes(nextReconciliation(closed, later), later)).toBe(60)
  expect(nextReconciliation(closed, watchedUntil(at))).toBeNull()
  const paid = { ...completed, paidAt: at, expiresAt: null }
  expect(minutes(nextReconciliation(paid, at))).toBe(4)
  expect(minutes(nextReconciliation(paid, new Date(at.getTime() + 5 * 60_000)))).toBe(34)
  expect(nextReconciliation(paid, later)).toBeNull()
  // at the exact times, and where the rules do not apply
  expect(minutes(nextReconciliation(paid, new Date(at.getTime() + 4 * 60_000)))).toBe(34)
  expect(minutes(nextReconciliation({ ...open, expiresAt: new Date(at.getTime() - 1) }, at))).toBe(0)
  expect(nextReconciliation({ ...open, expiresAt: null }, at)).toBeNull()
  const hour = new Date(at.getTime() + 3_600_000)
  expect(minutes(nextReconciliation(closed, new Date(hour.getTime() - 1)), new Date(hour.getTime() - 1))).toBe(4)
  expect(minutes(nextReconciliation(closed, hour), hour)).toBe(60)
  expect(nextReconciliation({ ...closed, expiresAt: new Date(at.getTime() - 1) }, at)).toBeNull()
  const refunded = { ...paid, state: 'Refund', expiresAt: watchedUntil(at) } as const
  expect(minutes(nextReconciliation(refunded, at))).toBe(4)
  expect(nextReconciliation({ ...paid, paymentUid: null, expiresAt: null }, at)).toBeNull()
  expect(nextReconciliation({ ...paid, paidAt: null }, at)).toBeNull()
})
