import { contract, type Input, type Operation, type Result } from '@kingcar/contract'
import type { HistoryMember, MoneyWorld } from './world.ts'

/** KRW: prices of the product that is sold once, of the plan, of the one to which it is changed, and of the plan after a change of its price. */
export const prices = { onetime: 35_000, plan: 50_000, otherPlan: 80_000, raisedPlan: 60_000, loweredPlan: 45_000 }

export type KnownOrder = {
  id: string
  merchantUid: string
  isPlan: boolean
  amount: number
  /** By the time of orders, in milliseconds. */
  createdAt: number
  /** When it may have been paid first, by the time of orders; after that no window is opened. */
  paidAt: number | null
  /** Payments in the provider's window, and whether each was in time. */
  payments: Map<string, { inTime: boolean }>
  /** Virtual accounts without a known transfer. */
  accounts: string[]
  /** Whether something was done that may end the order or return its money. */
  isDisturbed: boolean
  /** The final state that a response has promised. */
  promised: 'Cancel' | 'Refund' | null
}

/** A sale at the counter of a store, as its responses have reported it. */
export type KnownSale = {
  orderId: string
  merchantUid: string
  amount: number
  byTerminal: boolean
  refunded: number
  hasReceipt: boolean
}

export type History = {
  member: HistoryMember
  /** The store at whose counter is sold, shared by all histories. */
  storeId: string
  sales: KnownSale[]
  /** The product that is sold once, shared by all histories, and the member's plan. */
  onetime: string
  plan: string
  /** Codes of coupons, shared by all histories. */
  codes: readonly string[]
  /** The plan to which it is changed. */
  otherPlan: string
  orders: KnownOrder[]
  cards: { id: string; isGood: boolean }[]
  /** By id of a subscription: when it was stopped for good, in milliseconds, and when its paid period ends. */
  stops: Map<string, { at: number; endsAt: string | null }>
  /** By id of a subscription whose raised price may be agreed to: the latest attempt or response, unlike any other. */
  agreedRaises: Map<string, symbol>
  /** Resumptions in progress: their order to a concurrent stop is unknown. */
  resuming: number
  hasLeft: boolean
  /** What became of the plan's subscriptions when the plan was deleted. */
  deletion: 'keep' | 'stop' | null
  /** Each step with its response, to be printed. */
  steps: string[]
}

/** Draws from 0 to 1. */
export type Random = () => number

/** What a step works on. */
export type Act = {
  world: MoneyWorld
  history: History
  /** One of the member's orders, rather a new one. */
  order: KnownOrder | undefined
  random: Random
}

export const { orders: op } = contract

/** Undefined of an empty list. */
export const one = <T>(random: Random, all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

/** A call of the member. */
export const call = <O extends Operation>({ world, history }: Act, operation: O, input: Input<O>): Promise<Result<O>> =>
  world.call(operation, input, history.member)
