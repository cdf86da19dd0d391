import { randomInt } from 'node:crypto'
import type { Ledger } from './ledger.ts'
import type { Webhooks } from './webhooks.ts'

/** What every call works on. Each call does its work in one go, so two at once come one after the other. */
export type SimulatorState = {
  readonly ledger: Ledger
  readonly webhooks: Webhooks
  /** Unix seconds; tests and developers move them. */
  readonly now: () => number
}

/** Digits of an id. */
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
