import {
  canOrder,
  closedOrderStates,
  type DunningReason,
  nextOrderState,
  type OrderAction,
  type OrderState,
  type OwedReturnCause,
  unpaidMinutes,
} from '@kingcar/contract'

/*
 * The one place that decides how an order follows the provider's payment records. The member's confirmation, webhooks, the
 * jobs and the recovery after a crash all fetch the records and apply these steps, so they may run in any order and any
 * number of times.
 */

/** The fields of an order that its payments decide. Amounts in won. */
export type OrderMoney = {
  state: OrderState
  amount: number
  refundedAmount: number
  /** The payment that paid it. */
  paymentUid: string | null
  /** Until when the latest virtual account of an order that awaits a transfer accepts it, by the provider's clock. */
  accountDueAt?: Date | null
  /** The user product whose next period it pays. */
  renews?: string | null
}

/** Whether a text has the form of KingCar's `merchantUid`. */
export const isMerchantUid = (text: string): boolean => /^kc_[0-9a-f]{32}$/.test(text)

/** The order's name at the provider, which accepts at most 40 characters and each name once. */
export const merchantUidOf = (orderId: string) => `kc_${orderId.replaceAll('-', '')}`

/** The fields of a payment that decide an order's steps; the caller has checked that the payment is for this order. */
export type PaymentRecord = {
  paymentUid: string
  status: 'ready' | 'paid' | 'failed' | 'cancelled'
  amount: number
  cancelledAmount: number
  currency: string
  paidAt: Date | null
  /** When it was last refunded. */
  cancelledAt: Date | null
  /** Its refunds, the oldest first; empty where the provider does not list them. */
  cancellations: readonly { amount: number; at: Date | null }[]
  /** Whether it was started in the provider's window, and not by a charge of KingCar. */
  inWindow: boolean
  /** Null without an issued virtual account. */
  account: object | null
  accountDueAt: Date | null
}

/** Why a charge failed, in a form that may be displayed and in KingCar's words. */
export type Refusal = { text: string; failure: DunningReason }

/** The receipt of a card terminal. */
type CounterReceipt = { cancelApprovalNumber: string }

/** A state transition; `paid` and `refunded` are the amounts in won that moved with it. */
type Move<P extends PaymentRecord> = {
  do: 'move'
  action: OrderAction
  cause: string
  /** Why a charge failed, for a failure without a payment record at the provider. */
  refusal?: Refusal
  paid?: number
  refunded?: number
  /** When the provider moved the refund. */
  refundedAt?: Date | null
  /** Data for the ledger about money that moved without the provider. */
  receipt?: CounterReceipt
  payment: P | null
}

export type Step<P extends PaymentRecord = PaymentRecord> =
  | Move<P>
  /** A later account or due date: the order waits longer for the transfer. */
  | { do: 'extend'; payment: P }
  /** A partial refund: the state stays. */
  | {
      do: 'part'
      cause: string
      refunded: number
      refundedAt: Date | null
      receipt?: CounterReceipt
      payment: P | null
    }
  /** Money that the order cannot keep: the rest of the payment is to be cancelled. */
  | { do: 'return'; cause: OwedReturnCause; amount: number; payment: P }

const isClosed = (state: OrderState) => closedOrderStates.some((closed) => closed === state)

/** The steps that one payment causes. */
function stepsForPayment<P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] {
  switch (payment.status) {
    case 'ready':
      return stepsForAccount(order, payment)
    case 'failed':
      if (payment.account !== null) return stepsForWithdrawal(order, payment)
      if (payment.inWindow) return [] // the payer may try again until the order ends
      return canOrder('fail', order.state) ? [{ do: 'move', action: 'fail', cause: 'paymentFailed', payment }] : []
    case 'paid':
    case 'cancelled':
      return payment.paidAt === null && payment.status === 'cancelled'
        ? stepsForWithdrawal(order, payment)
        : stepsForMoney(order, payment)
  }
}

/** Steps for a virtual account: a window that is open, or was closed without an account, reserves nothing. */
function stepsForAccount<P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] {
  if (payment.account === null) return []
  if (canOrder('reserve', order.state)) return [{ do: 'move', action: 'reserve', cause: 'ready', payment }]
  const isLater = (payment.accountDueAt?.getTime() ?? 0) > (order.accountDueAt?.getTime() ?? 0)
  return order.state === 'Reserved' && isLater ? [{ do: 'extend', payment }] : []
}

/** Steps for a closed virtual account for which the order waits: nothing was ever paid. */
const stepsForWithdrawal = <P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] =>
  order.state === 'Reserved' ? [{ do: 'move', action: 'cancel', cause: 'reservationWithdrawn', payment }] : []

/** Steps for a payment with money, some or all of which may be refunded already. */
function stepsForMoney<P extends PaymentRecord>(order: OrderMoney, payment: P): Step<P>[] {
  const left = payment.amount - payment.cancelledAmount
  const back = (cause: OwedReturnCause): Step<P>[] => (left > 0 ? [{ do: 'return', cause, amount: left, payment }] : [])
  if (canOrder('pay', order.state)) {
    if (payment.amount !== order.amount || payment.currency !== 'KRW')
      return [{ do: 'move', action: 'fail', cause: 'amountMismatch', payment }, ...back('amountMismatch')]
    return pay(payment, left)
  }
  if (order.paymentUid !== payment.paymentUid) return back(isClosed(order.state) ? 'paidAfterClosed' : 'paidTwice')
  if (isClosed(order.state)) return []
  const refunds = refundSteps(order.refundedAmount, payment)
  return order.state === 'Paid' && left > 0 ? [...refunds, ...back(noProductCause(order))] : refunds
}

/**
 * The refunds of a payment that the order has not recorded, each with its own time; the refund of the last rest ends
 * the order.
 * @param recorded amount in won that the order has recorded as refunded
 */
function refundSteps<P extends PaymentRecord>(recorded: number, payment: P): Step<P>[] {
  const [steps, cause] = [[] as Step<P>[], 'cancelledAtProvider']
  let done = recorded
  let listed = 0
  for (const each of refundsOf(payment)) {
    listed += each.amount
    if (listed <= done) continue
    const refund = { cause, refunded: listed - done, refundedAt: each.at, payment }
    done = listed
    steps.push(done < payment.amount ? { do: 'part', ...refund } : { do: 'move', action: 'refund', ...refund })
  }
  return steps
}

type Refunded = Pick<PaymentRecord, 'cancelledAmount' | 'cancelledAt' | 'cancellations'>

/** The refunds of a payment, the oldest first; an amount that the provider does not list is added to the last one. */
export function refundsOf({ cancelledAmount, cancelledAt, cancellations }: Refunded) {
  let left = cancelledAmount
  return [...cancellations, { amount: cancelledAmount, at: cancelledAt }].flatMap((each) => {
    const amount = Math.min(each.amount, left)
    left -= amount
    return amount > 0 ? [{ amount, at: each.at }] : []
  })
}

/**
 * Why a paid order has granted nothing, and its money is owed: the product that it renews had ended, or the member had the
 * subscription already. Any other paid order is Completed in the same transaction.
 */
export const noProductCause = ({ renews }: Pick<OrderMoney, 'renews'>) =>
  renews == null ? 'alreadySubscribed' : 'renewalOfEnded'

function pay<P extends PaymentRecord>(payment: P, left: number): Step<P>[] {
  const paid: Step<P> = { do: 'move', action: 'pay', cause: 'paid', paid: payment.amount, payment }
  const refunds = refundSteps(0, payment)
  return left === 0
    ? [paid, ...refunds]
    : [paid, { do: 'move', action: 'complete', cause: 'granted', payment }, ...refunds]
}

/** The order after a step. @throws Error for a transition that does not exist */
export function afterStep(order: OrderMoney, step: Step): OrderMoney {
  if (step.do === 'return') return order
  if (step.do === 'extend') return { ...order, accountDueAt: step.payment.accountDueAt }
  if (step.do === 'part') return { ...order, refundedAmount: order.refundedAmount + step.refunded }
  const state = nextOrderState(step.action, order.state)
  if (state === null) throw new Error(`an order in ${order.state} cannot ${step.action}`)
  return {
    ...order,
    state,
    refundedAmount: order.refundedAmount + (step.refunded ?? 0),
    accountDueAt: step.action === 'reserve' ? (step.payment?.accountDueAt ?? null) : null,
    paymentUid: step.action === 'pay' ? (step.payment?.paymentUid ?? null) : order.paymentUid,
  }
}

/** The steps of an order that costs nothing. */
export const freeSteps: readonly Step<never>[] = [
  { do: 'move', action: 'pay', cause: 'free', paid: 0, payment: null },
  { do: 'move', action: 'complete', cause: 'granted', payment: null },
]

/** The steps of an order that is paid at the counter of a store. */
export const counterSteps = (amount: number): Step<never>[] => [
  { do: 'move', action: 'pay', cause: 'paidAtCounter', paid: amount, payment: null },
  { do: 'move', action: 'complete', cause: 'granted', payment: null },
]

/** The step of a refund that staff have paid at the counter of a store: of a part, or of all that is left. */
export function counterRefund(
  { amount, refundedAmount }: Pick<OrderMoney, 'amount' | 'refundedAmount'>,
  refunded: number,
  receipt: CounterReceipt | undefined,
): Step<never> {
  const refund = { cause: 'refundedAtCounter', refunded, refundedAt: null, payment: null, ...(receipt && { receipt }) }
  return refunded < amount - refundedAmount ? { do: 'part', ...refund } : { do: 'move', action: 'refund', ...refund }
}

/**
 * The steps that all payment attempts for an order cause. Payments with money come first. A failed attempt counts only
 * if no other one is paid or awaited: the payer may have tried again in the same window.
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

/** Whether money was ever paid. */
export const hasMoney = ({ status, paidAt }: PaymentRecord) =>
  status === 'paid' || (status === 'cancelled' && paidAt !== null)
/** Whether a payment failed or was withdrawn, so that no money will come. */
const isWithoutMoney = (payment: PaymentRecord) => !hasMoney(payment) && payment.status !== 'ready'
const rank = (payment: PaymentRecord) =>
  (hasMoney(payment) ? 0 : 4) + { paid: 0, cancelled: 1, ready: 2, failed: 3 }[payment.status]

const minute = 60_000

/** Milliseconds between two reconciliations of an order that awaits its payment; they find payments whose webhook was lost. */
const openEveryMs = 2 * minute
/**
 * Milliseconds between two reconciliations of a closed order, for which money may still arrive: `atFirst` in its first
 * hour, then `later`, for a day.
 */
const closedEveryMs = { atFirst: 4 * minute, later: 60 * minute }
const watchedForMs = 24 * 60 * minute

/** When an order that is created now is cancelled unless it is paid. */
export const paymentDeadline = (now: Date): Date => new Date(now.getTime() + unpaidMinutes * minute)

/** The end of the time in which late payments are searched for an order that closes now. */
export const watchedUntil = (now: Date): Date => new Date(now.getTime() + watchedForMs)

/**
 * Milliseconds after its payment at which a paid order is reconciled, to find a second payment; after the last one no
 * window is open any more.
 */
const afterPaymentMs = [4 * minute, (unpaidMinutes + 4) * minute]

type WatchedOrder = Pick<OrderMoney, 'state' | 'paymentUid'> & {
  /** Open order: when it is cancelled. Closed order: until when late payments are looked for. */
  expiresAt: Date | null
  paidAt: Date | null
}

/** When an order is reconciled next if no webhook arrives; null for never again. */
export function nextReconciliation({ state, paymentUid, expiresAt, paidAt }: WatchedOrder, now: Date): Date | null {
  if (paymentUid !== null && paidAt !== null && !isClosed(state)) {
    const after = afterPaymentMs.map((ms) => new Date(paidAt.getTime() + ms))
    return after.find((at) => at > now) ?? null
  }
  if (expiresAt === null) return null
  const left = expiresAt.getTime() - now.getTime()
  if (canOrder('pay', state)) return new Date(now.getTime() + Math.max(0, Math.min(openEveryMs, left)))
  if (left <= 0) return null
  const every = watchedForMs - left < 60 * minute ? closedEveryMs.atFirst : closedEveryMs.later
  return new Date(now.getTime() + every)
}
