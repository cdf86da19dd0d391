import { ApiError } from '@kingcar/client'
import { SignedOutError } from '../../api/session.ts'

/** What goes back to a member and why; the amount in won, null where the order cost nothing. */
export type Refund = { amount: number | null; reason: string }

/**
 * Whether nobody knows what became of a refund. Once that is so, only a word on this very request ends it: that it is
 * under way, that we ask too often, or that the session has ended, is none.
 */
export function isUnsure(cause: unknown, before: boolean): boolean {
  if (cause instanceof SignedOutError) return before
  if (!(cause instanceof ApiError) || cause.status >= 500) return true
  return before && (cause.code === 'CONFLICT' || cause.status === 429)
}

/** Won as people type them: `50,000원`, `50000`; undefined for what is no whole number. */
export function readWon(typed: string): number | undefined {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]|원$/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}
