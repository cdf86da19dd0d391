import { ApiError, TransportError } from '@kingcar/client'
import { PasskeyError } from '../../api/passkey.ts'
import { SignedOutError } from '../../api/session.ts'
import { copy } from '../text/copy.ts'

/** Message for the user. Faults of single fields are more specific than the error's general message and replace it. */
export function failureSentence(cause: unknown): string {
  if (cause instanceof ApiError) {
    const faults = cause.details.map(({ message }) => message)
    return faults.length > 0 ? faults.join(' ') : cause.userMessage
  }
  if (cause instanceof PasskeyError) return cause.message
  if (cause instanceof SignedOutError) return copy.failures.signedOut
  return cause instanceof TransportError ? copy.failures.network : copy.failures.unknown
}

/** The request id, to find the call in the server's log; undefined if the server did not respond. */
export const requestIdOf = (cause: unknown): string | undefined =>
  cause instanceof ApiError ? cause.requestId : undefined

/** The server's message for an input field or one of its subfields. */
export function faultOf(cause: unknown, field: string): string | undefined {
  if (!(cause instanceof ApiError)) return undefined
  return cause.details.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message
}
