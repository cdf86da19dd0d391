import { ApiError, TransportError } from '@kingcar/client'
import { copy } from './copy.ts'

/**
 * Advice for the user about a failed sign-in; empty if email or password were wrong, because the fixed text must reveal
 * nothing more.
 */
export function failureHint(cause: unknown): string {
  if (!(cause instanceof TransportError)) return ''
  if (cause.status === 429) return copy.tooMany(waitOf(cause instanceof ApiError ? cause.retryAfter : undefined))
  if (cause.status === undefined) return copy.unreachable
  return cause.status >= 500 ? copy.unavailable : ''
}

function waitOf(seconds: number | undefined): string {
  if (seconds === undefined) return copy.later
  return seconds < 60 ? copy.seconds(seconds) : copy.minutes(Math.ceil(seconds / 60))
}
