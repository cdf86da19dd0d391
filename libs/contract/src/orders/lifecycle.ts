/**
 * The state machine of an order. The orders service enforces it and the console enables buttons by it. No other
 * transitions exist.
 */
export const orderStates = ['Create', 'Reserved', 'Paid', 'Completed', 'Fail', 'Cancel', 'Refund'] as const
export type OrderState = (typeof orderStates)[number]

type Transition = { from: readonly OrderState[]; to: OrderState; when: string }

export const orderTransitions = {
  reserve: {
    from: ['Create'],
    to: 'Reserved',
    when: 'the provider reports `ready` with an issued virtual account',
  },
  pay: {
    from: ['Create', 'Reserved'],
    to: 'Paid',
    when: 'the provider confirms `paid`, with exactly the amount and merchantUid of the order',
  },
  fail: {
    from: ['Create', 'Reserved'],
    to: 'Fail',
    when: 'the charge of a registered card fails, or the amount differs; a failure in the window changes nothing',
  },
  cancel: {
    from: ['Create', 'Reserved'],
    to: 'Cancel',
    when: 'the member cancels, the order stays unpaid for 30 minutes (Create) or past its due date (Reserved), or its virtual account is closed at the provider',
  },
  complete: {
    from: ['Paid'],
    to: 'Completed',
    when: 'the product was granted to the member',
  },
  refund: {
    from: ['Paid', 'Completed'],
    to: 'Refund',
    when: 'the whole amount is refunded; a partial refund keeps the state and raises refundedAmount',
  },
} as const satisfies Record<string, Transition>

export type OrderAction = keyof typeof orderTransitions
export const orderActions = Object.keys(orderTransitions) as OrderAction[]

/** Whether the transition is allowed in `state`. */
export function canOrder(action: OrderAction, state: OrderState): boolean {
  const { from }: Transition = orderTransitions[action]
  return from.includes(state)
}

/** The state after the transition; null if the transition is not allowed. */
export function nextOrderState(action: OrderAction, state: OrderState): OrderState | null {
  return canOrder(action, state) ? orderTransitions[action].to : null
}

/** States of orders that were paid, also of those that were refunded since. */
export const paidOrderStates: readonly OrderState[] = ['Paid', 'Completed', 'Refund']

/** States in which an order cannot accept a payment: one that is `paid` at the provider is cancelled at the provider in full. */
export const closedOrderStates = ['Cancel', 'Fail', 'Refund'] as const satisfies readonly OrderState[]

/** Minutes after which an unpaid order is cancelled. */
export const unpaidMinutes = 30
