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

/** The card of somebody who names none. */
const defaultCard = '4242424242424242'

export type Pay = {
  merchant_uid: string
  amount: number
  /** `card` unless named; `vbank` issues a virtual account. */
  pay_method?: string
  /** `ready`: the window was opened and left. */
  outcome?: 'paid' | 'failed' | 'ready'
  /** Also where it was paid before or announced with another amount: as from two windows at once, or one that was forged. */
  force?: boolean
  card_number?: string
  /** Stores the card's key under this name. */
  customer_uid?: string
  notice_url?: string
  name?: string
}

/** What the provider, its payers and its console do, which no call of the merchant begins. */
export type Controls = Pick<FaultInjection, 'misbehave' | 'behave' | 'rules'> &
  Pick<Webhooks, 'deliver' | 'release' | 'settled'> & {
    /** Somebody pays in the provider's window. */
    pay(input: Pay): Payment
    /** Somebody stores a card in the provider's window. */
    issueKey(input: { customer_uid: string; card_number?: string }): Customer
    /** Somebody pays to a virtual account. */
    deposit(impUid: string): Payment
    /** An administrator of the provider's console gives money back, all that is left or a part. */
    cancel(input: { imp_uid: string; amount?: number; reason?: string }): Payment
    /** Ends the token that clients have. */
    endToken(): void
    /** Moves the clock of payments, but not of tokens, and does what is due then. */
    advance(seconds: number): Schedule[]
    /** Ends every connection as it comes, or no longer. */
    down(is: boolean): void
    /** What its books hold. */
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
  world: SimulatorState
  misbehaviour: FaultInjection
  tokens: Tokens
  move: (seconds: number) => void
  calls: ReadonlyMap<string, number>
}

export function createControls({ world, misbehaviour, tokens, move, calls }: ControlledParts): Controls {
  const { webhooks, ledger } = world
  let isDown = false
  return {
    pay: (input) => payInWindow(world, input),
    issueKey: ({ customer_uid, card_number = defaultCard, ...rest }) =>
      saveKey(world, customer_uid, card_number.replaceAll(/[- ]/g, ''), rest, 'buyer'),
    deposit: (impUid) => deposit(world, impUid),
    cancel: (input) => cancelPayment(world, input, 'console'),
    advance(seconds) {
      move(seconds)
      return runSchedules(world)
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

function payInWindow(world: SimulatorState, fields: Fields): Payment {
  const merchantUid = required(fields, 'merchant_uid')
  const amount = amountOf(fields)
  const method = textOf(fields, 'pay_method') ?? 'card'
  if (method === 'vbank') return issueAccount(world, fields, 'pc')
  if (!isTrue(fields, 'force')) assertPayable(world, merchantUid, amount)
  const number = (textOf(fields, 'card_number') ?? defaultCard).replaceAll(/\D/g, '')
  const { card, fate } = withNumber(number)
  const customerUid = textOf(fields, 'customer_uid')
  const usage = customerUid === null ? null : 'issue'
  const attempt = { merchantUid, amount, method, channel: 'pc', customerUid, usage, sandbox: isTest(fields) } as const
  const notices = textsOf(fields, 'notice_url')
  const kept = { payment: begin(world, { ...attempt, card: method === 'card' ? card : null, fields }), notices }
  const outcome = textOf(fields, 'outcome') ?? (fate === 'fine' || fate === 'stumbles' ? 'paid' : 'failed')
  if (outcome === 'ready') {
    world.ledger.put({ kind: 'payment', value: kept })
    return kept.payment
  }
  if (outcome === 'failed')
    return fail(world, kept, fate === 'fine' ? '사용자가 결제를 취소하셨습니다.' : refusals[fate])
  if (outcome !== 'paid') throw new Refusal('outcome은 paid, failed, ready 중 하나여야 합니다.')
  const paid = approve(world, kept)
  if (customerUid !== null) saveKey(world, customerUid, number, fields, 'buyer')
  world.webhooks.send(paid, notices)
  return paid
}
