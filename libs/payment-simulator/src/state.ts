import { randomInt } from 'node:crypto'
import type { Declines } from './declines.ts'
import type { Ledger } from './ledger.ts'
import type { RefundAccount } from './refund-account.ts'
import type { Webhooks } from './webhooks.ts'

/** A refund of a transfer, to the account that the merchant named. */
export type Transfer = RefundAccount & { imp_uid: string; cancellation_id: string; amount: number }

/** What every call works on. Calls are synchronous, so concurrent ones run one after the other. */
export type SimulatorState = {
  readonly ledger: Ledger
  readonly webhooks: Webhooks
  readonly declines: Declines
  /** Transfers since the start. Only the memory has their account numbers. */
  readonly transfers: Transfer[]
  /** Where browsers open the receipt of a transaction. */
  readonly receiptUrl: (tid: string) => string
  /** Unix seconds; tests and developers can move the clock. */
  readonly now: () => number
}

/** Random digits of an id. */
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
