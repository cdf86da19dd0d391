import { ApiError } from '@kingcar/client'
import { SignedOutError } from '../../api/session.ts'

/** Amount and reason of a refund. The amount is in won; null for an order that cost nothing. */
export type Refund = { amount: number | null; reason: string }

/**
 * Whether the outcome of a refund is unknown after `cause`. If it was unknown before, only a response about this request
 * changes that: CONFLICT (it is still running), 429 and an ended session do not.
 */
export function isUnsure(cause: unknown, before: boolean): boolean {
  if (cause instanceof SignedOutError) return before
  if (!(cause instanceof ApiError) || cause.status >= 500) return true
  return before && (cause.code === 'CONFLICT' || cause.status === 429)
}

/** Parses a typed amount in won: `50,000원`, `50000`; undefined if it is not a whole number. */
export function readWon(typed: string): number | undefined {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]|원$/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}
