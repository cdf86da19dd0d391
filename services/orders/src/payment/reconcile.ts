import type { Tx } from '@kingcar/db'
import { failRenewal } from '../fulfilment/dunning.ts'
import { endProduct, giveProduct, markRefunding } from '../fulfilment/product-of-order.ts'
import { isBack } from '../intent/intent.ts'
import { closeIntent, openCancel, openIntentsOf, wasRefused } from '../intent/queries.ts'
import { afterStep, hasMoney, nextCheck, type Step, stepsForAll, unpaidUntil, watchedUntil } from '../order/order.ts'
import { changeOrder, enter, scheduleCheck } from '../order/queries.ts'
import type { Payment } from '../provider/provider.ts'
import type { IntentRow, OrderRow } from '../tables.ts'
import { type Asked, hasOpenWebhook, settleWebhooks } from '../webhook/queries.ts'

/** Who brought it about, and how it is called where it is a cancellation that we asked for. */
export type By = {
  at: Date
  actorId: string | null
  refundCause?: string
  /** When the provider was asked, and about what: notices of that which came before are answered by what it said. */
  asked?: Asked
  /** The intent that this settles. */
  intentId?: string
  /** The provider has refused it: whatever went back was not asked for by it. */
  refused?: boolean
}

/**
 * Brings an order to where what the provider has of it says, and takes in what it means: the ledger, the member's product,
 * money that has to go back (which is written as an intent, and sent after the commit). The caller has locked the order, and
 * has fetched the payments itself. What was settled before changes nothing.
 */
export async function settle(tx: Tx, order: OrderRow, payments: readonly Payment[], by: By): Promise<OrderRow> {
  const ours = payments.filter(({ orderUid }) => orderUid === order.merchantUid)
  if (by.asked) await settleWebhooks(tx, order.id, by.asked, by.at)
  const open = await openIntentsOf(tx, order.id)
  const asked = by.refused ? undefined : cancelThatIsDone(open, order, ours)
  const onBehalf = asked ? { ...by, actorId: asked.actorId, refundCause: asked.cause } : by
  // while a card is being charged only money counts: an older try that failed says nothing of this one
  const isCharging = open.some(({ kind, id }) => kind === 'charge' && id !== by.intentId)
  const counted = isCharging ? ours.filter(hasMoney) : ours
  const row = await apply(tx, order, stepsForAll(order, counted), onBehalf)
  if (asked) await closeIntent(tx, asked.id, 'done', null)
  if (asked && row.state !== 'Refund') await markRefunding(tx, row, false)
  return row
}

/** The cancellation that we asked for and whose money is back now, whoever noticed it first. */
function cancelThatIsDone(
  open: readonly IntentRow[],
  order: OrderRow,
  ours: readonly Payment[],
): IntentRow | undefined {
  const payment = ours.find(({ paymentUid }) => paymentUid === order.paymentUid)
  return payment && open.find((intent) => intent.paymentUid === payment.paymentUid && isBack(intent, payment))
}

/** Takes steps that were decided for an order that the caller has locked. */
export async function apply(tx: Tx, order: OrderRow, steps: readonly Step<Payment>[], by: By): Promise<OrderRow> {
  let row = order
  for (const step of steps) row = await take(tx, row, step, by)
  const checkAt = (await hasOpenWebhook(tx, row.id)) ? by.at : nextCheck(row, by.at)
  if (checkAt?.getTime() !== row.checkAt?.getTime()) await scheduleCheck(tx, row.id, checkAt)
  return { ...row, checkAt }
}

async function take(tx: Tx, row: OrderRow, step: Step<Payment>, by: By): Promise<OrderRow> {
  const { at, actorId } = by
  if (step.do === 'return') return giveBack(tx, row, step, at)
  const payment = step.payment && recordOf(step.payment)
  const { state, refundedAmount, paymentUid } = afterStep(row, step)
  const refunded = step.refunded ?? 0
  const cause = refunded > 0 ? (by.refundCause ?? step.cause) : step.cause
  if (step.do === 'part') {
    const next = await changeOrder(tx, row, { refundedAmount })
    enter(tx, next, { from: row.state, at, actorId, cause, amount: refunded, refunded, payment })
    return next
  }
  const { action, paid = 0 } = step
  const given = action === 'complete' ? await giveProduct(tx, row, at) : undefined
  if (given === 'ended') return step.payment ? giveBack(tx, row, allOf(step.payment, 'renewalOfEnded'), at) : row
  const change = {
    reserve: { expiresAt: step.payment?.dueAt ?? unpaidUntil(at) },
    pay: { paidAt: step.payment?.paidAt ?? at, paymentUid, expiresAt: null },
    complete: { userProductId: given?.id ?? null },
    fail: { failReason: failReasonOf(step), expiresAt: watchedUntil(at) },
    cancel: { expiresAt: watchedUntil(at) },
    refund: { refundedAmount, refundedAt: at, expiresAt: watchedUntil(at) },
  }[action]
  const next = await changeOrder(tx, row, { state, ...change })
  const money = { paid, refunded, ...(paid + refunded > 0 && { amount: paid + refunded }) }
  enter(tx, next, { from: row.state, at, actorId, cause, payment, ...money })
  if (action === 'refund' && row.state === 'Completed') await endProduct(tx, next) // nothing was given otherwise
  if (action === 'fail' && next.renews !== null) await failRenewal(tx, next, at)
  return next
}

type Return = Pick<Extract<Step<Payment>, { do: 'return' }>, 'payment' | 'amount' | 'cause'>

/** Money that the order cannot keep is to go back; unless that is under way, or was refused a moment ago, as its history shows. */
async function giveBack(tx: Tx, row: OrderRow, { payment, amount, cause }: Return, at: Date): Promise<OrderRow> {
  const { paymentUid } = payment
  if (await wasRefused(tx, paymentUid, amount)) return row
  const opened = await openCancel(tx, row, { paymentUid, amount, cause, actorId: null })
  const entry = { from: row.state, at, actorId: null, cause: `return.${cause}`, amount, payment: recordOf(payment) }
  if (opened) enter(tx, row, entry)
  return row
}

const allOf = (payment: Payment, cause: string): Return => ({
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
