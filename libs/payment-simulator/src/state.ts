import { randomInt } from 'node:crypto'
import type { Declines } from './declines.ts'
import type { Ledger } from './ledger.ts'
import type { OfV2 } from './portone-objects.ts'
import type { RefundAccount } from './refund-account.ts'
import { type Fields, textOf } from './request-fields.ts'
import type { Webhooks } from './webhooks.ts'

/** A refund of a transfer, to the account that the merchant named. */
export type Transfer = RefundAccount & { imp_uid: string; cancellation_id: string; amount: number }

/** The state that every call uses. Calls are synchronous, so concurrent ones run one after the other. */
export type SimulatorState = {
  readonly ledger: Ledger
  readonly webhooks: Webhooks
  readonly declines: Declines
  /** Transfers since the start. Only the memory has their account numbers. */
  readonly transfers: Transfer[]
  /** Where browsers open the receipt of a transaction. */
  readonly receiptUrl: (tid: string) => string
  /** The API of payments in the window whose control names no API. */
  readonly windowApi: 'v1' | 'v2'
  /** Unix seconds; tests and developers can move the clock. */
  readonly now: () => number
}

/** A payer pays in the window by the API that the control names, or by that of the simulator's options. */
export const windowOf = (state: SimulatorState, fields: Fields): OfV2 =>
  (textOf(fields, 'api') ?? state.windowApi) === 'v2'
    ? { v2: { channelKey: textOf(fields, 'channel_key') ?? 'channel-key-local' } }
    : {}

/** Random digits of an id. */
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
