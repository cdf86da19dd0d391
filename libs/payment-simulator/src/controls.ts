import { cancelPayment } from './cancel.ts'
import { saveKey } from './cards.ts'
import type { DeclineRule } from './declines.ts'
import type { FaultInjection } from './fault-injection.ts'
import { type History, recordHistory } from './history.ts'
import type { Customer, ExternalReceipt, Payment, Schedule } from './portone-objects.ts'
import { runSchedules } from './schedules.ts'
import { type SimulatorState, type Transfer, windowOf } from './state.ts'
import type { Tokens } from './tokens.ts'
import { issueInWindow } from './v2/billing-keys.ts'
import { v2Fault } from './v2/routes.ts'
import { deposit, extendAccount, issueAccount } from './virtual-accounts.ts'
import type { Webhooks } from './webhooks.ts'
import { defaultCard, type Pay, payInWindow } from './window.ts'

/** A virtual account that the payer chooses. */
export type Issue = Pick<
  Pay,
  'api' | 'merchant_uid' | 'amount' | 'force' | 'notice_url' | 'name' | 'vbank_code' | 'vbank_holder' | 'vbank_due'
>

/** A payment by its `imp_uid`, or the newest of an order with money left. */
export type Refund = ({ imp_uid: string } | { merchant_uid: string }) & { amount?: number; reason?: string }

/** Actions of the provider, of payers and of users of the provider's console, without a call of the merchant. */
export type Controls = Pick<FaultInjection, 'misbehave' | 'behave' | 'rules'> &
  Pick<Webhooks, 'deliver' | 'release' | 'settled'> & {
    /** A payer pays in the provider's window. */
    pay(input: Pay): Payment
    /** A payer tries in the window and fails. */
    fail(input: Pay): Payment
    /** The issuers decline the next payments by card. */
    refuse(rule: Partial<DeclineRule> & Pick<DeclineRule, 'refusal'>): void
    readonly declines: readonly DeclineRule[]
    /** A payer stores a card in the provider's window. */
    issueKey(input: { customer_uid: string; card_number?: string; api?: 'v1' | 'v2' }): Customer
    /** A payer chooses a virtual account in the provider's window; an order may have several. */
    issue(input: Issue): Payment
    /** A payer transfers to a virtual account, also after its due date. By default the whole amount. */
    deposit(impUid: string, amount?: number | null): Payment
    /** A user of the provider's console sets a later due date of a virtual account. */
    extend(input: { imp_uid: string; vbank_due: number }): Payment
    /** A user of the provider's console refunds a part or all that is left. */
    cancel(input: Refund): Payment
    /** Records cards and payments of the past, for which no webhook is sent. Recorded ones stay. */
    history(past: History): void
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
  receipts: ExternalReceipt[]
  cards: Customer[]
  schedules: Schedule[]
  webhooks: Webhooks['sent']
  /** Refunds of transfers since the start. */
  transfers: readonly Transfer[]
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
    fail: (input) => payInWindow(state, { ...input, outcome: 'failed' }),
    refuse: ({ refusal, payments = 1, customer_uid = null }) => state.declines.add({ refusal, payments, customer_uid }),
    get declines() {
      return state.declines.rules
    },
    issueKey({ customer_uid, card_number = defaultCard, ...rest }) {
      const number = card_number.replaceAll(/[- ]/g, '')
      return windowOf(state, rest).v2
        ? issueInWindow(state, customer_uid, number, rest)
        : saveKey(state, customer_uid, number, rest, 'buyer')
    },
    issue: (input) => issueAccount(state, input, 'pc'),
    deposit: (impUid, amount = null) => deposit(state, impUid, amount),
    extend: (input) => extendAccount(state, input.imp_uid, input),
    cancel: (input) => cancelPayment(state, input, 'console'),
    history: (past) => recordHistory(state, past),
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
    misbehave: (rule) => misbehaviour.misbehave(state.windowApi === 'v2' ? v2Fault(rule) : rule),
    behave() {
      isDown = false
      state.declines.clear()
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
      receipts: [...ledger.receipts.values()],
      cards: [...ledger.cards.values()].map(({ customer }) => customer),
      schedules: [...ledger.schedules.values()].map(({ schedule }) => schedule),
      webhooks: webhooks.sent,
      transfers: state.transfers,
      calls: Object.fromEntries(calls),
    }),
  }
}
