import type { Tx } from '@kingcar/db'
import { handleFailedRenewal } from '../fulfilment/dunning.ts'
import { grantProduct, setRefunding, withdrawProduct } from '../fulfilment/product-of-order.ts'
import { isCancelDone } from '../intent/intent.ts'
import { addCancelIntent, closeIntent, findOpenIntents, wasRecentlyRefused } from '../intent/queries.ts'
import {
  afterStep,
  hasMoney,
  nextReconciliation,
  paymentDeadline,
  type Step,
  stepsForPayments,
  watchedUntil,
} from '../order/order.ts'
import { addLedgerEntry, changeOrder, scheduleReconciliation } from '../order/queries.ts'
import type { Payment } from '../provider/provider.ts'
import type { IntentRow, OrderRow } from '../tables.ts'
import { hasPendingWebhook, type LookupScope, markWebhooksDone } from '../webhook/queries.ts'

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
  if (by.lookup) await markWebhooksDone(tx, order.id, by.lookup, by.at)
  const open = await findOpenIntents(tx, order.id)
  const cancel = by.cancelRefused ? undefined : findCompletedCancel(open, order, own)
  const attributed = cancel ? { ...by, actorId: cancel.actorId, refundCause: cancel.cause } : by
  // while a card is being charged only payments with money count: an older failed attempt says nothing about this charge
  const isCharging = open.some(({ kind, id }) => kind === 'charge' && id !== by.intentId)
  const counted = isCharging ? own.filter(hasMoney) : own
  const row = await applySteps(tx, order, stepsForPayments(order, counted), attributed)
  if (cancel) await closeIntent(tx, cancel.id, 'done', null)
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
  const checkAt = (await hasPendingWebhook(tx, row.id)) ? by.at : nextReconciliation(row, by.at)
  if (checkAt?.getTime() !== row.checkAt?.getTime()) await scheduleReconciliation(tx, row.id, checkAt)
  return { ...row, checkAt }
}

async function applyStep(tx: Tx, row: OrderRow, step: Step<Payment>, by: ChangeContext): Promise<OrderRow> {
  const { at, actorId } = by
  if (step.do === 'return') return returnMoney(tx, row, step, at)
  const payment = step.payment && recordOf(step.payment)
  const { state, refundedAmount, paymentUid } = afterStep(row, step)
  const refunded = step.refunded ?? 0
  const cause = refunded > 0 ? (by.refundCause ?? step.cause) : step.cause
  if (step.do === 'part') {
    const next = await changeOrder(tx, row, { refundedAmount })
    addLedgerEntry(tx, next, { from: row.state, at, actorId, cause, amount: refunded, refunded, payment })
    return next
  }
  const { action, paid = 0 } = step
  const granted = action === 'complete' ? await grantProduct(tx, row, at) : undefined
  if (granted === 'ended')
    return step.payment ? returnMoney(tx, row, returnOfRest(step.payment, 'renewalOfEnded'), at) : row
  const change = {
    reserve: { expiresAt: step.payment?.dueAt ?? paymentDeadline(at) },
    pay: { paidAt: step.payment?.paidAt ?? at, paymentUid, expiresAt: null },
    complete: { userProductId: granted?.id ?? null },
    fail: { failReason: failReasonOf(step), expiresAt: watchedUntil(at) },
    cancel: { expiresAt: watchedUntil(at) },
    refund: { refundedAmount, refundedAt: at, expiresAt: watchedUntil(at) },
  }[action]
  const next = await changeOrder(tx, row, { state, ...change })
  const money = { paid, refunded, ...(paid + refunded > 0 && { amount: paid + refunded }) }
  addLedgerEntry(tx, next, { from: row.state, at, actorId, cause, payment, ...money })
  if (action === 'refund' && row.state === 'Completed') await withdrawProduct(tx, next) // only Completed has a product
  if (action === 'fail' && next.renews !== null) await handleFailedRenewal(tx, next, at)
  return next
}

type ReturnStep = Pick<Extract<Step<Payment>, { do: 'return' }>, 'payment' | 'amount' | 'cause'>

/** Adds the intent to refund money that the order cannot keep, unless one is open or was refused within the last hour. */
async function returnMoney(tx: Tx, row: OrderRow, { payment, amount, cause }: ReturnStep, at: Date): Promise<OrderRow> {
  const { paymentUid } = payment
  if (await wasRecentlyRefused(tx, paymentUid, amount)) return row
  const opened = await addCancelIntent(tx, row, { paymentUid, amount, cause, actorId: null })
  const entry = { from: row.state, at, actorId: null, cause: `return.${cause}`, amount, payment: recordOf(payment) }
  if (opened) addLedgerEntry(tx, row, entry)
  return row
}

const returnOfRest = (payment: Payment, cause: string): ReturnStep => ({
  payment,
  amount: payment.amount - payment.cancelledAmount,
  cause,
})

function failReasonOf({ cause, reason, payment }: Extract<Step<Payment>, { do: 'move' }>): string {
  if (cause === 'amountMismatch') return 'AMOUNT_MISMATCH'
  return reason ?? payment?.failReason ?? cause
}

/** The part of the provider's record that the ledger stores: no personal or card data. */
const recordOf = ({ paymentUid, status, amount, cancelledAmount, paidAt }: Payment) => ({
  paymentUid,
  status,
  amount,
  cancelledAmount,
  paidAt: paidAt?.toISOString() ?? null,
})
