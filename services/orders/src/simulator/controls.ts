import { cancelPayment } from './cancel.ts'
import { saveKey } from './cards.ts'
import type { FaultInjection } from './fault-injection.ts'
import { approve, assertPayable, begin, fail, isTest, withNumber } from './payments.ts'
import type { Customer, Payment, Schedule } from './portone-objects.ts'
import { Refusal } from './refusal.ts'
import { amountOf, type Fields, isTrue, required, textOf, textsOf } from './request-fields.ts'
import { runSchedules } from './schedules.ts'
import type { SimulatorState } from './state.ts'
import { refusals } from './test-cards.ts'
import type { Tokens } from './tokens.ts'
import { deposit, issueAccount } from './virtual-accounts.ts'
import type { Webhooks } from './webhooks.ts'

/** The card where a request names none. */
const defaultCard = '4242424242424242'

export type Pay = {
  merchant_uid: string
  amount: number
  /** Default `card`; `vbank` issues a virtual account. */
  pay_method?: string
  /** `ready`: the payer left the window open. */
  outcome?: 'paid' | 'failed' | 'ready'
  /** Also pays where the order was paid before or announced with another amount, as with two windows or a forged one. */
  force?: boolean
  card_number?: string
  /** Stores the card's billing key under this name. */
  customer_uid?: string
  notice_url?: string
  name?: string
}

/** What the provider, payers and its console do without a call of the merchant. */
export type Controls = Pick<FaultInjection, 'misbehave' | 'behave' | 'rules'> &
  Pick<Webhooks, 'deliver' | 'release' | 'settled'> & {
    /** A payer pays in the provider's window. */
    pay(input: Pay): Payment
    /** A payer stores a card in the provider's window. */
    issueKey(input: { customer_uid: string; card_number?: string }): Customer
    /** A payer transfers to a virtual account. */
    deposit(impUid: string): Payment
    /** A user of the provider's console refunds a part or all that is left. */
    cancel(input: { imp_uid: string; amount?: number; reason?: string }): Payment
    /** Invalidates the current token. */
    endToken(): void
    /** Moves the clock of payments, but not of tokens, and runs schedules that are due then. */
    advance(seconds: number): Schedule[]
    /** Drops every connection, or stops doing so. */
    down(is: boolean): void
    /** Everything that the ledger holds. */
    ledger(): Books
  }

export type Books = {
  payments: Payment[]
  cards: Customer[]
  schedules: Schedule[]
  webhooks: Webhooks['sent']
  /** Calls by method and route. */
  calls: Record<string, number>
}

type ControlledParts = {
  state: SimulatorState
  misbehaviour: FaultInjection
  tokens: Tokens
  move: (seconds: number) => void
  calls: ReadonlyMap<string, number>
}

export function createControls({ state, misbehaviour, tokens, move, calls }: ControlledParts): Controls {
  const { webhooks, ledger } = state
  let isDown = false
  return {
    pay: (input) => payInWindow(state, input),
    issueKey: ({ customer_uid, card_number = defaultCard, ...rest }) =>
      saveKey(state, customer_uid, card_number.replaceAll(/[- ]/g, ''), rest, 'buyer'),
    deposit: (impUid) => deposit(state, impUid),
    cancel: (input) => cancelPayment(state, input, 'console'),
    advance(seconds) {
      move(seconds)
      return runSchedules(state)
    },
    endToken: tokens.end,
    down(is) {
      if (is !== isDown) misbehaviour.behave()
      if (is && !isDown) misbehaviour.misbehave({ path: '*', calls: null, work: false, answer: 'drop' })
      isDown = is
    },
    misbehave: misbehaviour.misbehave,
    behave() {
      isDown = false
      misbehaviour.behave()
    },
    get rules() {
      return misbehaviour.rules
    },
    deliver: webhooks.deliver,
    release: webhooks.release,
    settled: webhooks.settled,
    ledger: () => ({
      payments: [...ledger.payments.values()].map(({ payment }) => payment),
      cards: [...ledger.cards.values()].map(({ customer }) => customer),
      schedules: [...ledger.schedules.values()].map(({ schedule }) => schedule),
      webhooks: webhooks.sent,
      calls: Object.fromEntries(calls),
    }),
  }
}

function payInWindow(state: SimulatorState, fields: Fields): Payment {
  const merchantUid = required(fields, 'merchant_uid')
  const amount = amountOf(fields)
  const method = textOf(fields, 'pay_method') ?? 'card'
  if (method === 'vbank') return issueAccount(state, fields, 'pc')
  if (!isTrue(fields, 'force')) assertPayable(state, merchantUid, amount)
  const number = (textOf(fields, 'card_number') ?? defaultCard).replaceAll(/\D/g, '')
  const { card, fate } = withNumber(number)
  const customerUid = textOf(fields, 'customer_uid')
  const usage = customerUid === null ? null : 'issue'
  const attempt = { merchantUid, amount, method, channel: 'pc', customerUid, usage, sandbox: isTest(fields) } as const
  const notices = textsOf(fields, 'notice_url')
  const kept = { payment: begin(state, { ...attempt, card: method === 'card' ? card : null, fields }), notices }
  const outcome = textOf(fields, 'outcome') ?? (fate === 'fine' || fate === 'stumbles' ? 'paid' : 'failed')
  if (outcome === 'ready') {
    state.ledger.put({ kind: 'payment', value: kept })
    return kept.payment
  }
  if (outcome === 'failed')
    return fail(state, kept, fate === 'fine' ? '사용자가 결제를 취소하셨습니다.' : refusals[fate])
  if (outcome !== 'paid') throw new Refusal('outcome은 paid, failed, ready 중 하나여야 합니다.')
  const paid = approve(state, kept)
  if (customerUid !== null) saveKey(state, customerUid, number, fields, 'buyer')
  state.webhooks.send(paid, notices)
  return paid
}
