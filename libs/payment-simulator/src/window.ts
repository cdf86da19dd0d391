import { saveKey } from './cards.ts'
import { methodOf } from './pay-methods.ts'
import { approve, assertPayable, begin, declineOf, fail, isTest, withNumber } from './payments.ts'
import type { Payment } from './portone-objects.ts'
import { Refusal } from './refusal.ts'
import { amountOf, type Fields, isTrue, required, textOf, textsOf } from './request-fields.ts'
import { type SimulatorState, windowOf } from './state.ts'
import { permanentRefusal, type RefusalName, refusalNamed, refusals } from './test-cards.ts'
import { issueAccount } from './virtual-accounts.ts'

/** The card that is used if a request names none. */
export const defaultCard = '4242424242424242'

export type Pay = {
  /** The API of the payment; by default that of the simulator's options. */
  api?: 'v1' | 'v2'
  /** The channel of the window; `channel-key-test…` makes test payments. */
  channel_key?: string
  merchant_uid: string
  amount: number
  /** Default `card`; `vbank` issues a virtual account. */
  pay_method?: string
  /** An easy payment service with a channel of its own, such as `kakaopay`; by default Nicepay. */
  pg_provider?: string
  /** An easy payment service in the window of the payment gateway. */
  emb_pg_provider?: string
  /** The payer's bank of `trans`; by default 신한은행. */
  bank_code?: string
  /** `ready`: the payer left the window open. */
  outcome?: 'paid' | 'failed' | 'ready'
  /** Why it fails; by default the card decides. */
  refusal?: RefusalName
  /**
   * Also pays if the order was paid before or announced with another amount, as with two windows or a forged window.
   */
  force?: boolean
  card_number?: string
  /** Stores the card's billing key under this name. */
  customer_uid?: string
  notice_url?: string
  name?: string
  /** The virtual account's bank; by default 신한은행. */
  vbank_code?: string
  vbank_holder?: string
  /** Unix seconds; by default in three days. */
  vbank_due?: number
}

/** A payer tries to pay in the window. @throws Refusal if the window does not open */
export function payInWindow(state: SimulatorState, fields: Fields): Payment {
  const merchantUid = required(fields, 'merchant_uid')
  const amount = amountOf(fields)
  const { hasCard, ...through } = methodOf(fields)
  const method = through.pay_method
  const wanted = textOf(fields, 'outcome')
  if (method === 'vbank' && (wanted ?? 'paid') === 'paid') return issueAccount(state, fields, 'pc')
  const api = windowOf(state, fields)
  if (!isTrue(fields, 'force')) assertPayable(state, merchantUid, amount, api)
  const number = (textOf(fields, 'card_number') ?? defaultCard).replaceAll(/\D/g, '')
  const { card, fate } = withNumber(number)
  const customerUid = textOf(fields, 'customer_uid')
  const usage = customerUid === null ? null : 'issue'
  const attempt = {
    ...api,
    merchantUid,
    amount,
    method,
    channel: 'pc',
    customerUid,
    usage,
    sandbox: isTest(fields),
  } as const
  const notices = textsOf(fields, 'notice_url')
  const begun = begin(state, { ...attempt, card: hasCard ? card : null, fields })
  const kept = { payment: Object.assign(begun, through), notices }
  const declined = wanted === null && hasCard ? declineOf(state, fate, { customerUid, card }) : permanentRefusal(fate)
  const named = textOf(fields, 'refusal')
  const refusal = named === null ? declined : refusalNamed(named)
  const outcome = wanted ?? (refusal ? 'failed' : 'paid')
  if (outcome === 'ready') {
    state.ledger.put({ kind: 'payment', value: kept })
    if (api.v2) state.webhooks.send(kept.payment, notices) // V1 sends none
    return kept.payment
  }
  if (outcome === 'failed')
    return fail(state, kept, refusal ? refusals[refusal].text : '사용자가 결제를 취소하셨습니다.')
  if (outcome !== 'paid') throw new Refusal('outcome은 paid, failed, ready 중 하나여야 합니다.')
  const paid = approve(state, kept)
  if (customerUid !== null) saveKey(state, customerUid, number, fields, 'buyer')
  state.webhooks.send(paid, notices)
  return paid
}
