import type { StoredCard, StoredPayment } from './ledger.ts'
import type { Buyer, CardFields, Payment } from './portone-objects.ts'
import { Refusal } from './refusal.ts'
import { type Fields, isTrue, numberOf, textOf, textsOf } from './request-fields.ts'
import { digits, type SimulatorState } from './state.ts'
import { type CardFate, describeCard, fateOf, refusals } from './test-cards.ts'

/** What somebody wants to pay, however it comes here. */
export type Attempt = {
  merchantUid: string
  amount: number
  method: string
  channel: Payment['channel']
  card: CardFields | null
  customerUid: string | null
  usage: Payment['customer_uid_usage']
  sandbox: boolean
  /** The rest of the request. */
  fields: Fields
}

/** The provider's words for a number that somebody has paid under. */
const paidBefore = '이미 승인완료된 merchant_uid로 결제를 다시 시도할 수 없습니다.'

/** @throws Refusal where this order number was paid, or was announced with another amount */
export function assertPayable(world: SimulatorState, merchantUid: string, amount: number): void {
  if (world.ledger.attempts(merchantUid).some(({ payment }) => payment.paid_at > 0)) throw new Refusal(paidBefore)
  const announced = world.ledger.prepared.get(merchantUid)
  if (announced && announced.amount !== amount)
    throw new Refusal(
      `사전등록된 결제금액과 일치하지 않습니다. (사전등록금액: ${announced.amount}, 결제요청금액: ${amount})`,
    )
}

/** A test channel's payments are hidden from those who do not ask for them. */
export const isTest = (fields: Fields): boolean =>
  textOf(fields, 'channel_key')?.startsWith('channel-key-test') ?? false

export const buyerOf = (fields: Fields): Buyer => ({
  buyer_name: textOf(fields, 'buyer_name'),
  buyer_email: textOf(fields, 'buyer_email'),
  buyer_tel: textOf(fields, 'buyer_tel'),
  buyer_addr: textOf(fields, 'buyer_addr'),
  buyer_postcode: textOf(fields, 'buyer_postcode'),
})

/** An attempt that has begun and is not stored yet. */
export function begin(world: SimulatorState, attempt: Attempt): Payment {
  const { fields, card, channel, amount } = attempt
  const quota = numberOf(fields, 'card_quota') ?? 0
  if (quota > 1 && amount < 50_000) throw new Refusal('할부는 50,000원 이상 결제 시 가능합니다. (card_quota)')
  const id = `imp_${digits(12)}`
  return {
    imp_uid: id,
    merchant_uid: attempt.merchantUid,
    pay_method: attempt.method,
    channel,
    pg_provider: 'nice',
    emb_pg_provider: null,
    pg_tid: null,
    pg_id: 'nictest04m',
    sandbox: attempt.sandbox,
    escrow: false,
    apply_num: null,
    bank_code: null,
    bank_name: null,
    ...(card ?? { card_code: null, card_name: null, card_number: null, card_type: null }),
    card_quota: quota,
    vbank_code: null,
    vbank_name: null,
    vbank_num: null,
    vbank_holder: null,
    vbank_date: 0,
    vbank_issued_at: 0,
    name: textOf(fields, 'name'),
    amount,
    cancel_amount: 0,
    currency: textOf(fields, 'currency') ?? 'KRW',
    ...buyerOf(fields),
    custom_data: textOf(fields, 'custom_data'),
    user_agent: channel === 'api' ? 'sorry_not_supported_anymore' : 'Mozilla/5.0',
    status: 'ready',
    started_at: world.now(),
    paid_at: 0,
    failed_at: 0,
    cancelled_at: 0,
    fail_reason: null,
    cancel_reason: null,
    receipt_url: null,
    cancel_history: [],
    cancel_receipt_urls: [],
    cash_receipt_issued: isTrue(fields, 'cash_receipt_issued'),
    customer_uid: attempt.customerUid,
    customer_uid_usage: attempt.usage,
  }
}

/** The money has moved. */
export function approve(world: SimulatorState, { payment, notices }: StoredPayment): Payment {
  const tid = payment.pg_tid ?? `nictest04m01${digits(18)}`
  const paid: Payment = Object.assign({}, payment, {
    status: 'paid',
    paid_at: world.now(),
    pg_tid: tid,
    apply_num: payment.pay_method === 'card' ? digits(8) : null,
    receipt_url: `https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=${tid}&type=0`,
  })
  world.ledger.put({ kind: 'payment', value: { payment: paid, notices } })
  return paid
}

/** It has not, and says why. */
export function fail(world: SimulatorState, { payment, notices }: StoredPayment, reason: string): Payment {
  const failed: Payment = Object.assign({}, payment, {
    status: 'failed',
    failed_at: world.now(),
    fail_reason: reason,
  })
  world.ledger.put({ kind: 'payment', value: { payment: failed, notices } })
  return failed
}

/** Whether this is the one error that such a card has before it is fine. */
export function stumbles(world: SimulatorState, fate: CardFate, card: string): boolean {
  if (fate !== 'stumbles' || world.ledger.stumbled.has(card)) return false
  world.ledger.put({ kind: 'stumbled', value: card })
  return true
}

/**
 * Pays with a card. What its company refuses is a payment that failed, and a successful answer.
 * @throws Refusal where no payment begins
 */
export function charge(world: SimulatorState, attempt: Attempt, fate: CardFate): Payment {
  assertPayable(world, attempt.merchantUid, attempt.amount)
  const kept = { payment: begin(world, attempt), notices: textsOf(attempt.fields, 'notice_url') }
  if (stumbles(world, fate, attempt.customerUid ?? attempt.card?.card_number ?? ''))
    throw new Refusal(refusals.stumbles, { code: -1, status: 500 })
  if (fate === 'declined' || fate === 'expired') return fail(world, kept, refusals[fate])
  const paid = approve(world, kept)
  world.webhooks.send(paid, kept.notices)
  return paid
}

/** With a billing key. */
export const withKey = ({ customer, fate }: StoredCard): { card: CardFields; sandbox: boolean; fate: CardFate } => {
  const { card_code, card_name, card_number, card_type, sandbox } = customer
  return { card: { card_code, card_name, card_number, card_type }, sandbox, fate }
}

/** With a number. */
export const withNumber = (number: string): { card: CardFields; fate: CardFate } => ({
  card: describeCard(number),
  fate: fateOf(number),
})
