import { cancelPayment } from './cancel.ts'
import { saveKey } from './cards.ts'
import { methodOf } from './pay-methods.ts'
import { approve, begin, fail, withNumber } from './payments.ts'
import { type Fields, numberOf, required, textOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'
import { refusalNamed, refusals } from './test-cards.ts'
import { defaultCard } from './window.ts'

/** Cards and payments of the past. Times (`at`, `cancelled_at`) are Unix seconds. */
export type History = { cards: readonly Fields[]; payments: readonly Fields[] }

/** Records made-up cards and payments of a demo as if they had happened; nothing was charged. */
export function recordHistory(state: SimulatorState, { cards, payments }: History): void {
  for (const card of cards) {
    const uid = required(card, 'customer_uid')
    if (!state.ledger.cards.has(uid))
      saveKey(at(state, card, 'at'), uid, required(card, 'card_number'), card, 'customer')
  }
  for (const payment of payments) if (!state.ledger.payments.has(required(payment, 'imp_uid'))) record(state, payment)
}

function record(state: SimulatorState, fields: Fields): void {
  const past = at(state, fields, 'at')
  const [imp_uid, customerUid] = [required(fields, 'imp_uid'), textOf(fields, 'customer_uid')]
  const { hasCard, ...through } = methodOf(fields)
  const amount = numberOf(fields, 'amount') ?? 0
  const card = hasCard ? withNumber(defaultCard).card : null
  const begun = begin(past, {
    ...{ merchantUid: required(fields, 'merchant_uid'), amount, method: through.pay_method, card, fields, customerUid },
    ...(customerUid === null
      ? ({ channel: 'pc', usage: null } as const)
      : ({ channel: 'api', usage: 'payment' } as const)),
    sandbox: false,
  })
  const kept = { payment: Object.assign(begun, through, { imp_uid }), notices: [] }
  const refusal = textOf(fields, 'refusal')
  if (refusal !== null) return void fail(past, kept, refusals[refusalNamed(refusal)].text)
  approve(past, kept)
  if (numberOf(fields, 'cancelled_at') !== null)
    cancelPayment(at(state, fields, 'cancelled_at'), { imp_uid }, 'console')
}

/** The state at a time in the past, for which the merchant gets no webhook. */
function at(state: SimulatorState, fields: Fields, name: string): SimulatorState {
  const time = numberOf(fields, name) ?? state.now()
  return { ...state, webhooks: { ...state.webhooks, send: () => undefined }, now: () => time }
}
