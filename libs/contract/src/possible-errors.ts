import { type ErrorCode, isErrorCode } from './errors.ts'
import { isBuilt } from './not-built.ts'
import { carriesBody, defaultBodyLimit, namesDevice, type Operation, type Reasons, rolesFor } from './operation.ts'

type Source = Pick<
  Operation,
  'service' | 'name' | 'http' | 'access' | 'input' | 'errors' | 'bodyLimit' | 'idempotent' | 'versioned' | 'unlimited'
>

/** Reasons that follow from the conventions and hold for every operation. */
const general = {
  VALIDATION_FAILED:
    'A value is missing, unknown, of the wrong type or out of range; `details` names each by its path.',
  UNAUTHENTICATED: 'No token was sent, it was not issued by KingCar, or its session has ended.',
  TOKEN_EXPIRED: 'The access token has expired: exchange the token pair for a new one.',
  FORBIDDEN: 'The token is valid, but its role may not call this operation.',
  CONFLICT: 'A request with the same `Idempotency-Key` is still running: try again after one second.',
  CHANGED_SINCE: '`If-Match` is not the current version; `details` names the fields that have changed since.',
  PAYLOAD_TOO_LARGE: 'The body is larger than its limit.',
  UNSUPPORTED_MEDIA_TYPE: '`Content-Type` is not one that the operation accepts.',
  IDEMPOTENCY_KEY_REUSED: 'The `Idempotency-Key` was used for a different request within the last 24 hours.',
  RATE_LIMITED:
    'The session, the recognizer or the network has reached its limit of calls per minute, 1,200 unless configured otherwise.',
  INTERNAL: 'An unexpected error occurred; the server log has it under the `requestId`.',
  NOT_IMPLEMENTED: 'The operation is not implemented yet.',
  UNAVAILABLE:
    'A component that the operation needs is unavailable or overloaded. Whether a write happened is not known: repeat it with the same `Idempotency-Key`.',
} as const satisfies Reasons
type GeneralCode = keyof typeof general

/** Reasons for recognizers, which sign in by HTTP Basic. */
const ofDevices = {
  UNAUTHENTICATED: '`Authorization` does not contain id and secret of a recognizer as HTTP Basic.',
  FORBIDDEN: 'The path names a recognizer other than the one that signs in.',
} as const satisfies Reasons

function generalErrors(op: Source): GeneralCode[] {
  const codes: GeneralCode[] = ['VALIDATION_FAILED', 'INTERNAL', 'UNAVAILABLE']
  if (!op.unlimited) codes.push('RATE_LIMITED')
  if (op.access === 'device') {
    codes.push('UNAUTHENTICATED')
    if (namesDevice(op)) codes.push('FORBIDDEN')
  } else if (op.access !== 'image' && rolesFor[op.access].length > 0) {
    codes.push('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN')
  }
  if (carriesBody(op)) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (!isBuilt(op)) codes.push('NOT_IMPLEMENTED')
  if (op.idempotent) codes.push('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (honoursIfMatch(op)) codes.push('CHANGED_SINCE')
  return codes
}

/** Every error code of an operation: its own, and those that follow from access, input and the conventions. */
export function possibleErrors(op: Source): ErrorCode[] {
  return [...new Set<ErrorCode>([...generalErrors(op), ...ownErrors(op)])]
}

/** The error codes for which the operation declares its own reasons. */
export const ownErrors = (op: Pick<Operation, 'errors'>): ErrorCode[] =>
  Object.keys(op.errors ?? {}).filter(isErrorCode)

/** The reasons for an error code of the operation: the general one, then its own. */
export function reasonsOf(op: Source, code: ErrorCode): string[] {
  const everywhere = generalErrors(op).find((each) => each === code)
  return [everywhere && generalReason(op, everywhere), op.errors?.[code]].filter((reason) => reason !== undefined)
}

function generalReason(op: Source, code: GeneralCode): string {
  if (op.access === 'device' && (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN')) return ofDevices[code]
  if (code === 'PAYLOAD_TOO_LARGE') return `The body is larger than ${(op.bodyLimit ?? defaultBodyLimit) / 1_024} KiB.`
  return general[code]
}

/** Whether the operation changes or deletes a versioned resource, so that `If-Match` applies. */
export function honoursIfMatch(op: Pick<Operation, 'http' | 'versioned'>): boolean {
  return op.versioned === true && /^(PATCH|DELETE) /.test(op.http)
}

/** Whether the response carries an `ETag`, so that `If-None-Match` can give 304. */
export function honoursIfNoneMatch(op: Pick<Operation, 'http' | 'versioned' | 'cached' | 'answer'>): boolean {
  return op.cached !== undefined || op.answer === 'image' || (op.versioned === true && op.http.startsWith('GET '))
}
