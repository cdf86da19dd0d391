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

/** Who brought it about, and how it is called where it is a cancellation that we asked for. */
export type ChangeContext = {
  at: Date
  actorId: string | null
  refundCause?: string
  /** When the provider was asked, and about what: notices of that which came before are answered by what it said. */
  lookup?: LookupScope
  /** The intent that this settles. */
  intentId?: string
  /** The provider has refused it: whatever went back was not asked for by it. */
  cancelRefused?: boolean
}

/**
 * Brings an order to where what the provider has of it says, and takes in what it means: the ledger, the member's product,
 * money that has to go back (which is written as an intent, and sent after the commit). The caller has locked the order, and
 * has fetched the payments itself. What was settled before changes nothing.
 */
export async function reconcile(
  tx: Tx,
  order: OrderRow,
  payments: readonly Payment[],
  by: ChangeContext,
): Promise<OrderRow> {
  const ours = payments.filter(({ orderUid }) => orderUid === order.merchantUid)
  if (by.lookup) await markWebhooksDone(tx, order.id, by.lookup, by.at)
  const open = await findOpenIntents(tx, order.id)
  const asked = by.cancelRefused ? undefined : findCompletedCancel(open, order, ours)
  const onBehalf = asked ? { ...by, actorId: asked.actorId, refundCause: asked.cause } : by
  // while a card is being charged only money counts: an older try that failed says nothing of this one
  const isCharging = open.some(({ kind, id }) => kind === 'charge' && id !== by.intentId)
  const counted = isCharging ? ours.filter(hasMoney) : ours
  const row = await applySteps(tx, order, stepsForPayments(order, counted), onBehalf)
  if (asked) await closeIntent(tx, asked.id, 'done', null)
  if (asked && row.state !== 'Refund') await setRefunding(tx, row, false)
  return row
}

/** The cancellation that we asked for and whose money is back now, whoever noticed it first. */
function findCompletedCancel(
  open: readonly IntentRow[],
  order: OrderRow,
  ours: readonly Payment[],
): IntentRow | undefined {
  const payment = ours.find(({ paymentUid }) => paymentUid === order.paymentUid)
  return payment && open.find((intent) => intent.paymentUid === payment.paymentUid && isCancelDone(intent, payment))
}

/** Takes steps that were decided for an order that the caller has locked. */
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
  const given = action === 'complete' ? await grantProduct(tx, row, at) : undefined
  if (given === 'ended')
    return step.payment ? returnMoney(tx, row, returnOfRest(step.payment, 'renewalOfEnded'), at) : row
  const change = {
    reserve: { expiresAt: step.payment?.dueAt ?? paymentDeadline(at) },
    pay: { paidAt: step.payment?.paidAt ?? at, paymentUid, expiresAt: null },
    complete: { userProductId: given?.id ?? null },
    fail: { failReason: failReasonOf(step), expiresAt: watchedUntil(at) },
    cancel: { expiresAt: watchedUntil(at) },
    refund: { refundedAmount, refundedAt: at, expiresAt: watchedUntil(at) },
  }[action]
  const next = await changeOrder(tx, row, { state, ...change })
  const money = { paid, refunded, ...(paid + refunded > 0 && { amount: paid + refunded }) }
  addLedgerEntry(tx, next, { from: row.state, at, actorId, cause, payment, ...money })
  if (action === 'refund' && row.state === 'Completed') await withdrawProduct(tx, next) // nothing was given otherwise
  if (action === 'fail' && next.renews !== null) await handleFailedRenewal(tx, next, at)
  return next
}

type ReturnStep = Pick<Extract<Step<Payment>, { do: 'return' }>, 'payment' | 'amount' | 'cause'>

/** Money that the order cannot keep is to go back; unless that is under way, or was refused a moment ago, as its history shows. */
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

/** What the ledger keeps of the provider's record: nothing of a person or a card. */
const recordOf = ({ paymentUid, status, amount, cancelledAmount, paidAt }: Payment) => ({
  paymentUid,
  status,
  amount,
  cancelledAmount,
  paidAt: paidAt?.toISOString() ?? null,
})
