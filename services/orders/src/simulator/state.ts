import { randomInt } from 'node:crypto'
import type { Ledger } from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

/** What every call works on. Calls are synchronous, so concurrent ones run one after the other. */
export type SimulatorState = {
  readonly ledger: Ledger
  readonly webhooks: Webhooks
  /** Unix seconds; tests and developers can move the clock. */
  readonly now: () => number
}

/** Random digits of an id. */
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
