import {
  canOrder,
  closedOrderStates,
  nextOrderState,
  type OrderAction,
  type OrderState,
  unpaidMinutes,
} from '@kingcar/contract'

/*
 * What the provider's record of a payment makes of an order. Nothing else decides that: the member's confirmation, the
 * provider's notice, the sweep and the return after a crash all fetch the record and ask here, so that they may come in
 * any order and any number of times.
 */

/** An order as far as money goes. Amounts in won. */
export type OrderMoney = {
  state: OrderState
  amount: number
  refundedAmount: number
  /** The payment that it took. */
  paymentUid: string | null
  /** The product of which it pays the next period. */
  renews?: string | null
}

/** Whether a name could be one of ours. */
export const isMerchantUid = (text: string): boolean => /^kc_[0-9a-f]{32}$/.test(text)

/** The provider takes forty characters, and none twice. */
export const merchantUidOf = (orderId: string) => `kc_${orderId.replaceAll('-', '')}`

/** A payment as far as money goes; the caller has made sure that it was made for this order. */
export type PaymentRecord = {
  paymentUid: string
  status: 'ready' | 'paid' | 'failed' | 'cancelled'
  amount: number
  cancelledAmount: number
  currency: string
  paidAt: Date | null
}

/** A transition; `paid` and `refunded` are won that moved with it. */
type Move<P extends PaymentRecord> = {
  do: 'move'
  action: OrderAction
  cause: string
  /** What the provider says, where it has no record of it. */
  reason?: string
  paid?: number
  refunded?: number
  payment: P | null
}

export type Step<P extends PaymentRecord = PaymentRecord> =
  | Move<P>
  /** A part went back: the state stays. */
  | { do: 'part'; cause: string; refunded: number; payment: P }
  /** Money that the order cannot take: all that is left of the payment is to be cancelled. */
  | { do: 'return'; cause: string; amount: number; payment: P }

const isClosed = (state: OrderState) => closedOrderStates.some((closed) => closed === state)

/** What one payment makes of an order. */
function stepsForPayment<P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] {
  switch (payment.status) {
    case 'ready':
      return canOrder('reserve', order.state) ? [{ do: 'move', action: 'reserve', cause: 'ready', payment }] : []
    case 'failed':
      return canOrder('fail', order.state) ? [{ do: 'move', action: 'fail', cause: 'paymentFailed', payment }] : []
    case 'paid':
    case 'cancelled':
      return payment.paidAt === null && payment.status === 'cancelled'
        ? stepsForWithdrawal(order, payment)
        : stepsForMoney(order, payment)
  }
}

/** Nothing was ever paid: a virtual account that was given back. */
const stepsForWithdrawal = <P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] =>
  canOrder('cancel', order.state) ? [{ do: 'move', action: 'cancel', cause: 'reservationWithdrawn', payment }] : []

/** Money has come; some or all of it may have gone back already. */
function stepsForMoney<P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] {
  const left = payment.amount - payment.cancelledAmount
  const back = (cause: string): Step<P>[] => (left > 0 ? [{ do: 'return', cause, amount: left, payment }] : [])
  if (canOrder('pay', order.state)) {
    if (payment.amount !== order.amount || payment.currency !== 'KRW')
      return [{ do: 'move', action: 'fail', cause: 'amountMismatch', payment }, ...back('amountMismatch')]
    return pay(payment, left)
  }
  if (order.paymentUid !== payment.paymentUid) return back(isClosed(order.state) ? 'paidAfterClosed' : 'paidTwice')
  const refunded = payment.cancelledAmount - order.refundedAmount
  if (isClosed(order.state)) return []
  if (refunded > 0 && left === 0)
    return [{ do: 'move', action: 'refund', cause: 'cancelledAtProvider', refunded, payment }]
  const part: Step<P>[] = refunded > 0 ? [{ do: 'part', cause: 'cancelledAtProvider', refunded, payment }] : []
  return isPaidWithoutProduct(order) ? [...part, ...back('renewalOfEnded')] : part
}

/** A renewal whose product had ended when it was paid: one that gives its period is Completed at once. */
const isPaidWithoutProduct = ({ state, renews }: OrderMoney) => state === 'Paid' && renews != null

function pay<P extends PaymentRecord>(payment: P, left: number): Step<P>[] {
  const refunded = payment.cancelledAmount
  const cause = 'cancelledAtProvider'
  const paid: Step<P> = { do: 'move', action: 'pay', cause: 'paid', paid: payment.amount, payment }
  if (left === 0) return [paid, { do: 'move', action: 'refund', cause, refunded, payment }]
  const completed: Step<P> = { do: 'move', action: 'complete', cause: 'granted', payment }
  return refunded > 0 ? [paid, completed, { do: 'part', cause, refunded, payment }] : [paid, completed]
}

/** The order after a step, as far as money goes. @throws Error for a transition that does not exist */
export function afterStep(order: OrderMoney, step: Step): OrderMoney {
  if (step.do === 'return') return order
  if (step.do === 'part') return { ...order, refundedAmount: order.refundedAmount + step.refunded }
  const state = nextOrderState(step.action, order.state)
  if (state === null) throw new Error(`an order in ${order.state} cannot ${step.action}`)
  return {
    ...order,
    state,
    refundedAmount: order.refundedAmount + (step.refunded ?? 0),
    paymentUid: step.action === 'pay' ? (step.payment?.paymentUid ?? null) : order.paymentUid,
  }
}

/** What costs nothing is paid as soon as that is said. */
export const freeSteps: readonly Step<never>[] = [
  { do: 'move', action: 'pay', cause: 'free', paid: 0, payment: null },
  { do: 'move', action: 'complete', cause: 'granted', payment: null },
]

/**
 * What all payments that were tried for an order make of it: money that came first, whatever else failed. A failure counts
 * only where nothing else is under way: the payer may have tried again in the same window.
 */
export function stepsForPayments<P extends PaymentRecord>(order: OrderMoney, payments: readonly P[]): Step<P>[] {
  const steps: Step<P>[] = []
  let current = order
  for (const payment of [...payments].sort((a, b) => rank(a) - rank(b))) {
    if (isWithoutMoney(payment) && payments.some((other) => !isWithoutMoney(other))) continue
    for (const step of stepsForPayment(current, payment)) {
      steps.push(step)
      current = afterStep(current, step)
    }
  }
  return steps
}

/** Whether anything was ever paid. */
export const hasMoney = ({ status, paidAt }: PaymentRecord) =>
  status === 'paid' || (status === 'cancelled' && paidAt !== null)
/** Nothing came of it and nothing will: it failed, or was withdrawn. */
const isWithoutMoney = (payment: PaymentRecord) => !hasMoney(payment) && payment.status !== 'ready'
const rank = (payment: PaymentRecord) =>
  (hasMoney(payment) ? 0 : 4) + { paid: 0, cancelled: 1, ready: 2, failed: 3 }[payment.status]

const minute = 60_000

/** Milliseconds between two looks at the provider for an order that awaits its payment: a lost notice is made up for by it. */
const openEveryMs = 2 * minute
/** Money may still come to an order that is closed: as often at first, then from hour to hour, for a day. */
const closedEveryMs = { atFirst: 4 * minute, later: 60 * minute }
const watchedForMs = 24 * 60 * minute

/** When the order that is created now is cancelled unless it is paid. */
export const paymentDeadline = (now: Date): Date => new Date(now.getTime() + unpaidMinutes * minute)

/** Until when a late payment is looked for, of an order that closes now. */
export const watchedUntil = (now: Date): Date => new Date(now.getTime() + watchedForMs)

/** What was paid in two windows at once is found, too: milliseconds after the payment, the last when no window is open any more. */
const afterPaymentMs = [4 * minute, (unpaidMinutes + 4) * minute]

/** What was paid for nothing is looked at until it is back, since the provider may refuse that: hourly for a day, then daily. */
const owedEveryMs = { atFirst: 60 * minute, later: 24 * 60 * minute }

type WatchedOrder = Pick<OrderMoney, 'state' | 'paymentUid'> & {
  /** Of an open order: when it is cancelled; of one that is closed: until when a late one is looked for. */
  expiresAt: Date | null
  paidAt: Date | null
}

/** When the provider is to be asked next what it knows of an order, where it tells nothing by itself; null: never again. */
export function nextReconciliation({ state, paymentUid, expiresAt, paidAt }: WatchedOrder, now: Date): Date | null {
  if (paymentUid !== null && paidAt !== null && !isClosed(state)) {
    const after = afterPaymentMs.map((ms) => new Date(paidAt.getTime() + ms))
    return after.find((at) => at > now) ?? (state === 'Paid' ? nextReconciliationOfOwed(paidAt, now) : null)
  }
  if (expiresAt === null) return null
  const left = expiresAt.getTime() - now.getTime()
  if (canOrder('pay', state)) return new Date(now.getTime() + Math.max(0, Math.min(openEveryMs, left)))
  if (left <= 0) return null
  const every = watchedForMs - left < 60 * minute ? closedEveryMs.atFirst : closedEveryMs.later
  return new Date(now.getTime() + every)
}

function nextReconciliationOfOwed(paidAt: Date, now: Date): Date {
  const every = now.getTime() - paidAt.getTime() < watchedForMs ? owedEveryMs.atFirst : owedEveryMs.later
  return new Date(now.getTime() + every)
}
