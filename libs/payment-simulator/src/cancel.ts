import { randomUUID } from 'node:crypto'
import type { StoredPayment } from './ledger.ts'
import { seoulTime } from './pay-methods.ts'
import { newTid } from './payments.ts'
import { balanceOf, type Cancellation, type Payment } from './portone-objects.ts'
import { refundAccountOf } from './refund-account.ts'
import { Refusal } from './refusal.ts'
import { type Fields, isTrue, numberOf, textOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

const none = '취소할 결제건이 존재하지 않습니다.'

/** The origin of a cancellation. `v2` is the API of that version, which always sends a webhook. */
type CancelledBy = 'api' | 'v2' | 'console'

/** imp_uid has precedence if both are given, even if it is wrong. */
function find(state: SimulatorState, fields: Fields, by: CancelledBy): StoredPayment {
  const impUid = textOf(fields, 'imp_uid')
  const merchantUid = textOf(fields, 'merchant_uid')
  if (impUid === null && merchantUid === null) throw new Refusal('imp_uid, merchant_uid 중 하나는 필수입니다.')
  if (impUid !== null) {
    const kept = state.ledger.payments.get(impUid)
    if (!kept || (by === 'api' && kept.payment.v2)) throw new Refusal(none)
    return kept
  }
  const paid = state.ledger
    .attempts(merchantUid ?? '')
    .filter(({ payment }) => payment.paid_at > 0 && !(by === 'api' && payment.v2))
  const kept = paid.findLast(({ payment }) => balanceOf(payment) > 0) ?? paid.at(-1)
  if (!kept) throw new Refusal(none)
  return kept
}

/**
 * Why the payment's method does not allow a refund; undefined if it does. Carriers refund a payment by phone only as a whole
 * and within its calendar month (PortOne, Nicepay's codes).
 * @param now Unix seconds
 */
export function methodRefusal(
  { pay_method, amount, paid_at }: Pick<Payment, 'pay_method' | 'amount' | 'paid_at'>,
  asked: number,
  now: number,
): Refusal | undefined {
  if (pay_method !== 'phone') return undefined
  if (seoulTime(paid_at).slice(0, 7) !== seoulTime(now).slice(0, 7)) return new Refusal('[2016] 취소 기한 초과')
  return asked < amount ? new Refusal('[2029] 부분취소 불가능 결제수단') : undefined
}

/**
 * Refunds a part of a payment or its whole remaining amount. If the checksum differs from the remaining amount, the caller does not know
 * about another cancellation.
 * @throws Refusal if nothing is cancelled
 */
export function cancelPayment(state: SimulatorState, fields: Fields, by: CancelledBy = 'api'): Payment {
  const { payment, notices } = find(state, fields, by)
  if (payment.paid_at === 0) throw new Refusal('결제완료된 건이 아니므로 취소할 수 없습니다.')
  const left = balanceOf(payment)
  if (left === 0) throw new Refusal('이미 전액취소된 주문입니다.')
  const checksum = numberOf(fields, 'checksum')
  if (checksum !== null && checksum !== left)
    throw new Refusal(`취소가능잔액(${left})이 요청한 검증금액(checksum: ${checksum})과 일치하지 않습니다.`)
  const amount = numberOf(fields, 'amount') || left
  if (!Number.isInteger(amount) || amount < 0) throw new Refusal('취소요청금액이 올바르지 않습니다. (amount)')
  if (amount > left) throw new Refusal(`취소요청금액(${amount})이 취소가능잔액(${left})보다 큽니다.`)
  const refusal = methodRefusal(payment, amount, state.now())
  if (refusal) throw refusal
  const receiver = by !== 'console' && payment.pay_method === 'vbank' ? refundAccountOf(fields) : undefined

  const reason = textOf(fields, 'reason') ?? (by === 'console' ? '관리자 콘솔에서 취소' : '취소요청')
  const tid = newTid(state, payment)
  const cancellation: Cancellation = {
    pg_tid: tid,
    amount,
    cancelled_at: state.now(),
    reason,
    receipt_url: state.receiptUrl(tid),
    cancellation_id: `cancellation-${randomUUID()}`,
  }
  const cancelled: Payment = Object.assign({}, payment, {
    status: 'cancelled',
    cancel_amount: payment.cancel_amount + amount,
    cancelled_at: cancellation.cancelled_at,
    cancel_reason: reason,
    cancel_history: [...payment.cancel_history, cancellation],
    cancel_receipt_urls: [...payment.cancel_receipt_urls, state.receiptUrl(tid)],
  })
  state.ledger.put({ kind: 'payment', value: { payment: cancelled, notices } })
  if (receiver) {
    const { imp_uid } = payment
    state.transfers.push({ imp_uid, cancellation_id: cancellation.cancellation_id, amount, ...receiver })
  }
  if (by !== 'api' || isTrue(fields, 'enable_webhook'))
    state.webhooks.send(cancelled, notices, cancellation.cancellation_id)
  return cancelled
}
