import { ApiError, TransportError } from '@kingcar/client'
import { copy } from '../text/copy.ts'

/** What went wrong and what to do about it. A named fault of the input says more than the sentence for all of them. */
export function failureSentence(cause: unknown): string {
  if (cause instanceof ApiError) {
    const faults = cause.details.map(({ message }) => message)
    return faults.length > 0 ? faults.join(' ') : cause.userMessage
  }
  return cause instanceof TransportError ? copy.failures.network : copy.failures.unknown
}

/** By which the server's log finds the call; only an answer of the server has one. */
export const requestIdOf = (cause: unknown): string | undefined =>
  cause instanceof ApiError ? cause.requestId : undefined

/** The server's words on a field of the input, under its own name or below it. */
export function faultOf(cause: unknown, field: string): string | undefined {
  if (!(cause instanceof ApiError)) return undefined
  return cause.details.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message
}
