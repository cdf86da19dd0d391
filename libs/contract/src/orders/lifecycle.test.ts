import { expect, test } from 'vitest'
import {
  canOrder,
  closedOrderStates,
  nextOrderState,
  orderActions,
  orderStates,
  orderTransitions,
} from './lifecycle.ts'

// ASVS 2.1.2
test('exactly these transitions exist', () => {
  const transitions = orderStates.flatMap((from) =>
    orderActions
      .filter((action) => canOrder(action, from))
      .map((action) => `${from} → ${nextOrderState(action, from)}`),
  )
  expect(new Set(transitions)).toEqual(
    new Set([
      'Create → Reserved',
      'Create → Paid',
      'Reserved → Paid',
      'Create → Fail',
      'Reserved → Fail',
      'Create → Cancel',
      'Reserved → Cancel',
      'Paid → Completed',
      'Paid → Refund',
      'Completed → Refund',
    ]),
  )
})

test('a transition that does not exist has no next state', () => {
  expect(nextOrderState('refund', 'Create')).toBeNull()
  expect(nextOrderState('pay', 'Paid')).toBeNull()
})

test('closed states have no transitions, all other states have one', () => {
  for (const state of orderStates) {
    const leaves = Object.values(orderTransitions).some(({ from }) => from.some((each) => each === state))
    expect(leaves).toBe(!closedOrderStates.some((closed) => closed === state))
  }
})
