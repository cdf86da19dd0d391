import type { StoredCard } from './ledger.ts'
import { charge, isTest, withKey, withNumber } from './payments.ts'
import type { Customer, OfV2, Payment } from './portone-objects.ts'
import { Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, required, textOf, textsOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'
import { describeCard, fateOf, refusals } from './test-cards.ts'

/** Checks the card data of a request and returns the number's digits. @throws Refusal */
export function cardNumberOf(state: SimulatorState, fields: Fields): string {
  const number = required(fields, 'card_number').replaceAll(/[- ]/g, '')
  if (!/^\d{14,16}$/.test(number)) throw new Refusal('카드번호가 올바르지 않습니다. (card_number)')
  const [, year, month] = /^(\d{4})-?(0[1-9]|1[0-2])$/.exec(required(fields, 'expiry')) ?? []
  if (year === undefined) throw new Refusal('유효기간이 올바르지 않습니다. YYYY-MM 형식이어야 합니다. (expiry)')
  if (Date.UTC(Number(year), Number(month)) / 1_000 <= state.now()) throw new Refusal(refusals.expired.text)
  if (!/^(\d{6}|\d{10})?$/.test(textOf(fields, 'birth') ?? ''))
    throw new Refusal('생년월일 6자리 또는 사업자등록번호 10자리여야 합니다. (birth)')
  if (!/^(\d{2})?$/.test(textOf(fields, 'pwd_2digit') ?? ''))
    throw new Refusal('카드 비밀번호 앞 2자리여야 합니다. (pwd_2digit)')
  return number
}

/** Stores a billing key under the merchant's customer_uid and replaces an earlier one. */
export function saveKey(
  state: SimulatorState,
  uid: string,
  number: string,
  fields: Fields,
  from: 'customer' | 'buyer',
  api: OfV2 = {},
): Customer {
  const time = state.now()
  const customer: Customer = {
    ...api,
    customer_uid: uid,
    pg_provider: 'nice',
    pg_id: 'nictest04m',
    sandbox: isTest(fields),
    customer_id: textOf(fields, 'customer_id'),
    ...describeCard(number),
    customer_name: textOf(fields, `${from}_name`),
    customer_tel: textOf(fields, `${from}_tel`),
    customer_email: textOf(fields, `${from}_email`),
    customer_addr: textOf(fields, `${from}_addr`),
    customer_postcode: textOf(fields, `${from}_postcode`),
    inserted: state.ledger.cards.get(uid)?.customer.inserted ?? time,
    updated: time,
  }
  state.ledger.put({ kind: 'card', value: { customer, fate: fateOf(number) } })
  return customer
}

/** Issues a billing key. @throws Refusal for an expired card */
export function issueKey(state: SimulatorState, uid: string, fields: Fields): Customer {
  const number = cardNumberOf(state, fields)
  if (fateOf(number) === 'expired')
    throw new Refusal(`카드정보 인증 및 빌키 발급에 실패하였습니다. ${refusals.expired.text}`)
  return saveKey(state, uid, number, fields, 'customer')
}

const v1Card = (state: SimulatorState, uid: string): StoredCard | undefined => {
  const kept = state.ledger.cards.get(uid)
  return kept?.customer.v2 ? undefined : kept
}

/** @throws Refusal if there is none */
export function keyOf(state: SimulatorState, uid: string): StoredCard {
  const kept = v1Card(state, uid)
  if (!kept) throw unknown(`요청하신 customer_uid(${uid})로 등록된 정보를 찾을 수 없습니다.`)
  return kept
}

export function deleteKey(state: SimulatorState, uid: string): Customer {
  const { customer } = keyOf(state, uid)
  state.ledger.put({ kind: 'cardGone', value: uid })
  return customer
}

export type FoundSome<T> = { found: T[]; partial: boolean }

/** @throws Refusal if none of them is known */
export function getKeys(state: SimulatorState, query: Fields): FoundSome<Customer> {
  const asked = textsOf(query, 'customer_uid')
  const found = asked.flatMap((uid) => v1Card(state, uid)?.customer ?? [])
  if (found.length === 0) throw unknown('요청하신 customer_uid로 등록된 정보를 찾을 수 없습니다.')
  return { found, partial: found.length < asked.length }
}

/** Charges a billing key. @throws Refusal if there is no such key or the payment cannot begin */
export function payAgain(
  state: SimulatorState,
  fields: Fields,
  usage: Payment['customer_uid_usage'] = 'payment',
): Payment {
  const customerUid = required(fields, 'customer_uid')
  const kept = v1Card(state, customerUid)
  if (!kept) throw new Refusal('등록되지 않은 구매자입니다.')
  const { card, sandbox, fate } = withKey(kept)
  const merchantUid = required(fields, 'merchant_uid')
  required(fields, 'name')
  const attempt = { merchantUid, amount: amountOf(fields), method: 'card', channel: 'api', customerUid, usage } as const
  return charge(state, { ...attempt, card, sandbox, fields }, fate)
}

/** Charges a card by its data. With a customer_uid a successful payment also stores the billing key. */
export function payOnce(state: SimulatorState, fields: Fields): Payment {
  const merchantUid = required(fields, 'merchant_uid')
  const amount = amountOf(fields)
  const number = cardNumberOf(state, fields)
  const customerUid = textOf(fields, 'customer_uid')
  const { card, fate } = withNumber(number)
  const usage = customerUid === null ? null : 'issue'
  const attempt = { merchantUid, amount, method: 'card', channel: 'api', customerUid, usage } as const
  const payment = charge(state, { ...attempt, card, sandbox: isTest(fields), fields }, fate)
  if (customerUid !== null && payment.status === 'paid') saveKey(state, customerUid, number, fields, 'buyer')
  return payment
}
