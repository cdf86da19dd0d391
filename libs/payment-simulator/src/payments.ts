import { randomUUID } from 'node:crypto'
import type { StoredCard, StoredPayment } from './ledger.ts'
import { tidOf } from './pay-methods.ts'
import type { Buyer, CardFields, OfV2, Payment } from './portone-objects.ts'
import { Refusal } from './refusal.ts'
import { type Fields, isTrue, numberOf, textOf, textsOf } from './request-fields.ts'
import { digits, type SimulatorState } from './state.ts'
import {
  type CardFate,
  describeCard,
  fateOf,
  permanentRefusal,
  type RefusalName,
  refusals,
  stumble,
} from './test-cards.ts'

/** A payment attempt, by API or in the window. */
export type Attempt = OfV2 & {
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

const paidBefore = '이미 승인완료된 merchant_uid로 결제를 다시 시도할 수 없습니다.'

/**
 * The payment attempts of one API: an order number of V1 and a paymentId of V2 are independent, even if they are equal.
 */
export const attemptsOf = ({ ledger }: SimulatorState, merchantUid: string, { v2 }: OfV2 = {}): StoredPayment[] =>
  ledger.attempts(merchantUid).filter(({ payment }) => (payment.v2 === undefined) === (v2 === undefined))

/** The key under which an announced amount is stored. */
export const announcementOf = (merchantUid: string, { v2 }: OfV2): string => (v2 ? `v2:${merchantUid}` : merchantUid)

/** @throws Refusal if this order number was paid before or announced with another amount */
export function assertPayable(state: SimulatorState, merchantUid: string, amount: number, api: OfV2 = {}): void {
  if (attemptsOf(state, merchantUid, api).some(({ payment }) => payment.paid_at > 0)) throw new Refusal(paidBefore)
  const announced = state.ledger.prepared.get(announcementOf(merchantUid, api))
  if (announced && announced.amount !== amount)
    throw new Refusal(
      `사전등록된 결제금액과 일치하지 않습니다. (사전등록금액: ${announced.amount}, 결제요청금액: ${amount})`,
    )
}

/** Whether the request uses a test channel, whose payments are `sandbox`. */
export const isTest = (fields: Fields): boolean =>
  textOf(fields, 'channel_key')?.startsWith('channel-key-test') ?? false

export const buyerOf = (fields: Fields): Buyer => ({
  buyer_name: textOf(fields, 'buyer_name'),
  buyer_email: textOf(fields, 'buyer_email'),
  buyer_tel: textOf(fields, 'buyer_tel'),
  buyer_addr: textOf(fields, 'buyer_addr'),
  buyer_postcode: textOf(fields, 'buyer_postcode'),
})

/** Creates a `ready` payment without storing it. @throws Refusal */
export function begin(state: SimulatorState, attempt: Attempt): Payment {
  const { fields, card, channel, amount } = attempt
  const quota = numberOf(fields, 'card_quota') ?? 0
  if (quota > 1 && amount < 50_000) throw new Refusal('할부는 50,000원 이상 결제 시 가능합니다. (card_quota)')
  return {
    imp_uid: attempt.v2 ? randomUUID() : `imp_${digits(12)}`,
    ...(attempt.v2 && { v2: attempt.v2 }),
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
    started_at: state.now(),
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

/** The id of a new transaction of a payment. */
export const newTid = (state: SimulatorState, payment: Payment): string =>
  tidOf(payment, state.now(), state.ledger.transactions.size)

/** Stores a payment as paid. */
export function approve(state: SimulatorState, { payment, notices }: StoredPayment): Payment {
  const tid = payment.pg_tid ?? newTid(state, payment)
  const paid: Payment = Object.assign({}, payment, {
    status: 'paid',
    paid_at: state.now(),
    pg_tid: tid,
    apply_num: payment.pay_method === 'card' ? digits(8) : null,
    receipt_url: state.receiptUrl(tid),
  })
  state.ledger.put({ kind: 'payment', value: { payment: paid, notices } })
  return paid
}

/** Stores a payment as failed, with a reason. */
export function fail(state: SimulatorState, { payment, notices }: StoredPayment, reason: string): Payment {
  const failed: Payment = Object.assign({}, payment, {
    status: 'failed',
    failed_at: state.now(),
    fail_reason: reason,
  })
  state.ledger.put({ kind: 'payment', value: { payment: failed, notices } })
  if (failed.v2) state.webhooks.send(failed, notices) // V1 sends none
  return failed
}

/** Whether the card has its one temporary failure now. */
function failsOnce(state: SimulatorState, card: string): boolean {
  if (state.ledger.stumbled.has(card)) return false
  state.ledger.put({ kind: 'stumbled', value: card })
  return true
}

type Charged = Pick<Attempt, 'customerUid' | 'card'>

const keyOf = ({ customerUid, card }: Charged) => customerUid ?? card?.card_number ?? ''

/** Why the issuer declines now, by a control or by the card; undefined if it approves. */
export const declineOf = (state: SimulatorState, fate: CardFate, charged: Charged): RefusalName | undefined =>
  state.declines.take(charged.customerUid) ??
  permanentRefusal(fate) ??
  (fate === 'pauses' && failsOnce(state, keyOf(charged)) ? 'maintenance' : undefined)

/**
 * Pays with a card. If the issuer declines, the response is a success with a failed payment.
 * @throws Refusal if no payment begins
 */
export function charge(state: SimulatorState, attempt: Attempt, fate: CardFate): Payment {
  assertPayable(state, attempt.merchantUid, attempt.amount, attempt)
  const kept = { payment: begin(state, attempt), notices: textsOf(attempt.fields, 'notice_url') }
  if (fate === 'stumbles' && failsOnce(state, keyOf(attempt))) throw new Refusal(stumble, { code: -1, status: 500 })
  const refusal = declineOf(state, fate, attempt)
  if (refusal) return fail(state, kept, refusals[refusal].text)
  const paid = approve(state, kept)
  state.webhooks.send(paid, kept.notices)
  return paid
}

export const withKey = ({ customer, fate }: StoredCard): { card: CardFields; sandbox: boolean; fate: CardFate } => {
  const { card_code, card_name, card_number, card_type, sandbox } = customer
  return { card: { card_code, card_name, card_number, card_type }, sandbox, fate }
}

export const withNumber = (number: string): { card: CardFields; fate: CardFate } => ({
  card: describeCard(number),
  fate: fateOf(number),
})
