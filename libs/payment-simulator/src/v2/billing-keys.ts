import { randomUUID } from 'node:crypto'
import { cardNumberOf, saveKey } from '../cards.ts'
import type { StoredCard } from '../ledger.ts'
import { isTest } from '../payments.ts'
import type { Customer } from '../portone-objects.ts'
import { Refusal } from '../refusal.ts'
import { type Fields, textOf } from '../request-fields.ts'
import type { SimulatorState } from '../state.ts'
import { fateOf, refusals } from '../test-cards.ts'
import { ofGateway, V2Error } from './errors.ts'
import { billingKeyOf, channelOf, time } from './objects.ts'
import { numberOf, objectOf, requiredText } from './read.ts'

const notFound = () => new V2Error('BILLING_KEY_NOT_FOUND', 404, '빌링키가 존재하지 않습니다.')
const deleted = () => new V2Error('BILLING_KEY_ALREADY_DELETED', 409, '빌링키가 이미 삭제되었습니다.')

/** @throws V2Error */
function keyOf(state: SimulatorState, billingKey: string): StoredCard {
  const kept = state.ledger.cards.get(billingKey)
  if (!kept?.customer.v2) throw notFound()
  return kept
}

/** A key that can be charged. @throws V2Error */
export function liveKeyOf(state: SimulatorState, billingKey: string): StoredCard {
  const kept = keyOf(state, billingKey)
  if (kept.customer.v2?.deletedAt !== undefined) throw deleted()
  return kept
}

/** Issues a key for card data, with a name that PortOne chooses. @throws V2Error */
export function issueBillingKey(state: SimulatorState, body: Fields) {
  const channelKey = requiredText(body, 'channelKey')
  const credential = objectOf(objectOf(objectOf(body, 'method'), 'card'), 'credential')
  const customer = objectOf(body, 'customer')
  const card = {
    channel_key: channelKey,
    card_number: requiredText(credential, 'number'),
    expiry: `20${requiredText(credential, 'expiryYear')}-${requiredText(credential, 'expiryMonth')}`,
    birth: textOf(credential, 'birthOrBusinessRegistrationNumber'),
    pwd_2digit: textOf(credential, 'passwordTwoDigits'),
    customer_id: textOf(customer, 'id'),
    customer_name: textOf(objectOf(customer, 'name'), 'full'),
  }
  const number = checkedNumber(state, card)
  const saved = saveKey(state, `billing-key-${randomUUID()}`, number, card, 'customer', { v2: { channelKey } })
  return {
    billingKeyInfo: {
      billingKey: saved.customer_uid,
      channels: [channelOf(saved)],
      issuedAt: time(saved.inserted),
    },
  }
}

function checkedNumber(state: SimulatorState, card: Fields): string {
  try {
    const number = cardNumberOf(state, card)
    if (fateOf(number) === 'expired') throw new Refusal(refusals.expired.text)
    return number
  } catch (error) {
    throw error instanceof Refusal ? ofGateway(error.message) : error
  }
}

/** A payer stores a card in the window. */
export const issueInWindow = (state: SimulatorState, billingKey: string, number: string, fields: Fields): Customer =>
  saveKey(state, billingKey, number, fields, 'buyer', {
    v2: { channelKey: textOf(fields, 'channel_key') ?? (isTest(fields) ? 'channel-key-test' : 'channel-key-local') },
  })

export const getBillingKey = (state: SimulatorState, storeId: string, billingKey: string) =>
  billingKeyOf(keyOf(state, billingKey).customer, storeId)

/** Keys, those of one customer where the filter names it. */
export function listBillingKeys(state: SimulatorState, storeId: string, body: Fields) {
  const [page, filter] = [objectOf(body, 'page'), objectOf(body, 'filter')]
  const [number, size] = [numberOf(page, 'number') ?? 0, numberOf(page, 'size') ?? 10]
  const wanted = textOf(filter, 'customerId')
  const found = [...state.ledger.cards.values()]
    .map(({ customer }) => customer)
    .filter((customer) => customer.v2 && (wanted === null || customer.customer_id === wanted))
    .map((customer) => billingKeyOf(customer, storeId))
  return {
    items: found.slice(number * size, (number + 1) * size),
    page: { number, size, totalCount: found.length },
  }
}

/** Deletes a key. A look-up still returns it, as deleted. @throws V2Error */
export function deleteBillingKey(state: SimulatorState, billingKey: string) {
  const { customer, fate } = liveKeyOf(state, billingKey)
  const channelKey = customer.v2?.channelKey ?? ''
  const gone = { ...customer, v2: { channelKey, deletedAt: state.now() } }
  state.ledger.put({ kind: 'card', value: { customer: gone, fate } })
  return { deletedAt: time(state.now()) }
}
