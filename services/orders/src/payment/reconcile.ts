import { canOrder, type OwedReturnCause, type PaymentDetails } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { handleFailedRenewal } from '../fulfilment/dunning.ts'
import { grantProduct, setRefunding, withdrawProduct } from '../fulfilment/product-of-order.ts'
import { isCancelDone } from '../intent/intent.ts'
import { addCancelIntent, closeIntent, findOpenIntents } from '../intent/queries.ts'
import {
  afterStep,
  hasMoney,
  nextReconciliation,
  noProductCause,
  paymentDeadline,
  type Step,
  stepsForPayments,
  watchedUntil,
} from '../order/order.ts'
import { addLedgerEntry, changeOrder, scheduleReconciliation, storeClosed } from '../order/queries.ts'
import { nextTryAfter } from '../owed-return/owed-return.ts'
import {
  addOwedReturn,
  findOwedReturn,
  nextOwedTries,
  scheduleOwedReturn,
  settleOwedReturns,
} from '../owed-return/queries.ts'
import type { Payment } from '../provider/provider.ts'
import type { IntentRow, OrderRow, OwedReturnRow } from '../tables.ts'
import { findPendingOrders, type LookupScope, markWebhooksDone } from '../webhook/queries.ts'

/** Who causes a change and when, and the lookup at the provider that it follows. */
export type ChangeContext = {
  at: Date
  actorId: string | null
  /** The ledger's cause for a refund that KingCar asked for. */
  refundCause?: string
  /** The lookup that returned the payments: it marks the webhooks that it covers as done. */
  lookup?: LookupScope
  /** The intent that is being executed. */
  intentId?: string
  /** The provider refused the cancellation, so no refund is a result of it. */
  cancelRefused?: boolean
}

/**
 * Brings an order in line with the provider's payment records: state, ledger, the member's product, and an intent for money
 * that has to be refunded, which is executed after the commit. The caller has locked the order and fetched the payments from
 * the provider. Payments that were reconciled before change nothing.
 */
export async function reconcile(
  tx: Tx,
  order: OrderRow,
  payments: readonly Payment[],
  by: ChangeContext,
): Promise<OrderRow> {
  const own = payments.filter(({ orderUid }) => orderUid === order.merchantUid)
  if (by.lookup) markWebhooksDone(tx, order.id, by.lookup, by.at)
  const open = await findOpenIntents(tx, order.id)
  const cancel = by.cancelRefused ? undefined : findCompletedCancel(open, order, own)
  const attributed = cancel ? { ...by, actorId: cancel.actorId, refundCause: cancel.cause } : by
  // while a card is being charged only payments with money count: an older failed attempt is not the outcome of this
  // charge
  const isCharging = open.some(({ kind, id }) => kind === 'charge' && id !== by.intentId)
  const counted = isCharging ? own.filter(hasMoney) : own
  await settleReturned(tx, order, own, by.cancelRefused ? [] : open, by.at)
  const row = await applySteps(tx, order, stepsForPayments(order, counted), attributed)
  if (cancel) closeIntent(tx, cancel.id, 'done', null)
  if (cancel && row.state !== 'Refund') await setRefunding(tx, row, false)
  return row
}

/** The open cancellation intent whose money the provider has refunded, however that was noticed. */
function findCompletedCancel(
  open: readonly IntentRow[],
  order: OrderRow,
  own: readonly Payment[],
): IntentRow | undefined {
  const payment = own.find(({ paymentUid }) => paymentUid === order.paymentUid)
  return payment && open.find((intent) => intent.paymentUid === payment.paymentUid && isCancelDone(intent, payment))
}

/** Applies steps to an order that the caller has locked, and schedules its next reconciliation. */
export async function applySteps(
  tx: Tx,
  order: OrderRow,
  steps: readonly Step<Payment>[],
  by: ChangeContext,
): Promise<OrderRow> {
  let row = order
  for (const step of steps) row = await applyStep(tx, row, step, by)
  const [pending, owed] = await Promise.all([findPendingOrders(tx, [row.id]), nextOwedTries(tx, [row.id])])
  const checkAt = checkAfter(order, row, { isPending: pending.has(row.id), owedAt: owed.get(row.id) ?? null }, by)
  if (checkAt?.getTime() !== row.checkAt?.getTime()) scheduleReconciliation(tx, row.id, checkAt)
  return { ...row, checkAt }
}

/** When an order is reconciled next after steps: now if a webhook is pending, or its accounts have to be closed at the provider. */
function checkAfter(
  before: OrderRow,
  row: OrderRow,
  { isPending, owedAt }: { isPending: boolean; owedAt: Date | null },
  by: ChangeContext,
): Date | null {
  const leavesAccounts = before.state === 'Reserved' && !canOrder('pay', row.state)
  return isPending || leavesAccounts ? by.at : nextCheck(before, row, owedAt, by)
}

/**
 * Cancels unpaid orders that the caller has locked, as the step `cancel` does, in a number of statements that does not depend on
 * how many they are.
 */
export async function cancelAll(
  tx: Tx,
  found: readonly OrderRow[],
  { cause, ...by }: ChangeContext & { cause: string },
): Promise<void> {
  const ids = found.map(({ id }) => id)
  const [pending, owed] = await Promise.all([findPendingOrders(tx, ids), nextOwedTries(tx, ids)])
  const rows = found.map((order) => {
    const { state, accountDueAt = null } = afterStep(order, { do: 'move', action: 'cancel', cause, payment: null })
    const version = order.version + 1
    const row: OrderRow = { ...order, state, accountDueAt, expiresAt: watchedUntil(by.at), version }
    const checkAt = checkAfter(order, row, { isPending: pending.has(row.id), owedAt: owed.get(row.id) ?? null }, by)
    return { ...row, checkAt }
  })
  await storeClosed(tx, rows)
  for (const [index, row] of rows.entries())
    addLedgerEntry(tx, row, { from: found[index]?.state ?? null, at: by.at, actorId: by.actorId, cause })
}

async function applyStep(tx: Tx, row: OrderRow, step: Step<Payment>, by: ChangeContext): Promise<OrderRow> {
  const { at, actorId } = by
  if (step.do === 'return') return returnMoney(tx, row, step, at)
  const payment = step.payment ? recordOf(step.payment) : 'receipt' in step ? step.receipt : null
  const { state, refundedAmount, paymentUid, accountDueAt = null } = afterStep(row, step)
  const paymentDetails = step.payment ? detailsOf(step.payment) : row.paymentDetails // a sale at a counter has its details already
  if (step.do === 'extend') {
    const next = await changeOrder(tx, row, { expiresAt: step.payment.dueAt, paymentDetails, accountDueAt })
    addLedgerEntry(tx, next, { from: row.state, at, actorId: null, cause: 'dueDateMoved', payment })
    return next
  }
  const refunded = step.refunded ?? 0
  const cause = refunded > 0 ? (by.refundCause ?? step.cause) : step.cause
  if (step.do === 'part') {
    const next = await changeOrder(tx, row, { refundedAmount })
    const movedAt = step.refundedAt
    addLedgerEntry(tx, next, { from: row.state, at, actorId, cause, amount: refunded, refunded, movedAt, payment })
    return next
  }
  const { action, paid = 0 } = step
  const granted = action === 'complete' ? await grantProduct(tx, row, at) : undefined
  if (granted === 'nothing')
    return step.payment ? returnMoney(tx, row, returnOfRest(step.payment, noProductCause(row)), at) : row
  const change = {
    reserve: { expiresAt: step.payment?.dueAt ?? paymentDeadline(at), paymentDetails },
    pay: { paidAt: step.payment?.paidAt ?? at, paymentUid, expiresAt: null, paymentDetails },
    complete: { userProductId: granted?.id ?? null },
    fail: { failReason: failReasonOf(step), expiresAt: watchedUntil(at) },
    cancel: { expiresAt: watchedUntil(at) },
    refund: {
      refundedAmount,
      refundedAt: step.refundedAt ?? at,
      expiresAt: row.storeId === null ? watchedUntil(at) : null, // the provider does not know sales at a counter
    },
  }[action]
  const next = await changeOrder(tx, row, { state, accountDueAt, ...change })
  const movedAt = (refunded > 0 ? step.refundedAt : paid > 0 ? step.payment?.paidAt : null) ?? null
  const money = { paid, refunded, movedAt, ...(paid + refunded > 0 && { amount: paid + refunded }) }
  addLedgerEntry(tx, next, { from: row.state, at, actorId, cause, payment, ...money })
  if (action === 'refund' && row.state === 'Completed') await withdrawProduct(tx, next, at) // only a Completed order has a product
  if (action === 'fail' && next.renews !== null)
    await handleFailedRenewal(tx, next, step.refusal?.failure ?? step.payment?.failure ?? 'declined', at)
  return next
}

type ReturnStep = Pick<Extract<Step<Payment>, { do: 'return' }>, 'payment' | 'amount' | 'cause'>

/**
 * Records that money that the order cannot keep is owed to the member, and adds the intent to refund it if its next try
 * is due.
 */
async function returnMoney(tx: Tx, row: OrderRow, step: ReturnStep, at: Date): Promise<OrderRow> {
  const { payment, amount, cause } = step
  const { paymentUid } = payment
  const owed = (await findOwedReturn(tx, paymentUid)) ?? (await oweReturn(tx, row, step, at))
  if (owed.nextTryAt === null) return row
  // the provider refuses a return of more than is left, so a new amount is tried immediately
  if (owed.nextTryAt > at && owed.amount === amount) return row
  const isTried =
    owed.needsAccount || (await addCancelIntent(tx, row, { paymentUid, amount, cause, actorId: null })) !== undefined
  if (isTried) await scheduleOwedReturn(tx, owed.id, nextTryAfter(owed.since, at), amount)
  return row
}

/** Whether the payer has to name the account to which the money of a payment is refunded. */
const needsAccount = ({ method }: Payment) => method === 'virtualAccount'

async function oweReturn(
  tx: Tx,
  row: OrderRow,
  { payment, amount, cause }: ReturnStep,
  at: Date,
): Promise<OwedReturnRow> {
  const entry = { from: row.state, at, actorId: null, amount, payment: recordOf(payment) }
  addLedgerEntry(tx, row, { ...entry, cause: `return.${cause}` })
  if (needsAccount(payment)) addLedgerEntry(tx, row, { ...entry, cause: 'refundAccountNeeded' })
  return addOwedReturn(tx, row, {
    paymentUid: payment.paymentUid,
    amount,
    cause,
    since: at,
    needsAccount: needsAccount(payment),
    lastReason: needsAccount(payment) ? 'accountNeeded' : null,
  })
}

/**
 * Ends the owed returns of payments of which nothing is left: KingCar or a user of the provider's console has returned
 * the money.
 */
async function settleReturned(
  tx: Tx,
  order: OrderRow,
  own: readonly Payment[],
  open: readonly IntentRow[],
  at: Date,
): Promise<void> {
  const returned = own.filter((payment) => hasMoney(payment) && payment.cancelledAmount >= payment.amount)
  if (returned.length === 0) return
  const isByIntent = ({ paymentUid }: Payment) => open.some((intent) => intent.paymentUid === paymentUid)
  for (const settledHow of ['returned', 'atProvider'] as const) {
    const payments = returned.filter((payment) => isByIntent(payment) === (settledHow === 'returned'))
    if (payments.length === 0) continue
    const uids = payments.map(({ paymentUid }) => paymentUid)
    const settled = await settleOwedReturns(tx, uids, { settledAt: at, settledHow })
    for (const { paymentUid, amount } of settled)
      if (settledHow === 'atProvider' && paymentUid !== order.paymentUid)
        // the step itself records the return of its payment
        addLedgerEntry(tx, order, { from: order.state, at, actorId: null, cause: 'returnedAtProvider', amount })
  }
}

/** Minimum milliseconds until the next try of an owed return whose payment was not in this lookup. */
const owedPauseMs = 60_000

/**
 * When the order is reconciled next: as its state requires, or for its next owed return. A reconciliation that is
 * already scheduled or due is replaced only after a lookup of all payments of the order, because it may be the last one
 * that finds a further payment.
 */
function nextCheck(
  before: OrderRow,
  row: OrderRow,
  owedAt: Date | null,
  { at, lookup }: Pick<ChangeContext, 'at' | 'lookup'>,
): Date | null {
  const isOfAll = lookup !== undefined && lookup.about === undefined
  const since = isOfAll ? lookup.askedAt : at // the clock may have passed the order's last reconciliation in the meantime
  const isScheduled = before.checkAt !== null && (before.checkAt <= at || before.state === row.state)
  const owed = owedAt && new Date(Math.max(owedAt.getTime(), at.getTime() + owedPauseMs))
  return earliest(nextReconciliation(row, since), owed, isScheduled && !isOfAll ? before.checkAt : null)
}

const earliest = (...times: (Date | null)[]): Date | null =>
  times.reduce((first, each) => (first === null || (each !== null && each < first) ? each : first), null)

const returnOfRest = (payment: Payment, cause: OwedReturnCause): ReturnStep => ({
  payment,
  amount: payment.amount - payment.cancelledAmount,
  cause,
})

function failReasonOf({ cause, refusal, payment }: Extract<Step<Payment>, { do: 'move' }>): string {
  if (cause === 'amountMismatch') return 'AMOUNT_MISMATCH'
  return refusal?.text ?? payment?.failReason ?? cause
}

/** The fields of the provider's record that members and administrators see. */
export function detailsOf({ method, easyPay, cardName, receiptUrl, account, dueAt }: Payment): PaymentDetails {
  return {
    method,
    ...(easyPay !== null && { easyPay }),
    ...(cardName !== null && { cardName }),
    ...(receiptUrl !== null && { receiptUrl }),
    ...(account !== null && { virtualAccount: { ...account, dueAt: dueAt?.toISOString() ?? null } }),
  }
}

/** The part of the provider's record that the ledger stores: no personal or card data. */
const recordOf = ({ paymentUid, status, amount, cancelledAmount, paidAt }: Payment) => ({
  paymentUid,
  status,
  amount,
  cancelledAmount,
  paidAt: paidAt?.toISOString() ?? null,
})
