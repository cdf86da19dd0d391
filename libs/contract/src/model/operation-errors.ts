import { type ErrorCode, isErrorCode } from './errors.ts'
import { carriesBody, defaultBodyLimit, namesDevice, type Operation, type Reasons } from './operation.ts'
import { rolesFor } from './roles.ts'

type Source = Pick<
  Operation,
  'http' | 'access' | 'input' | 'errors' | 'bodyLimit' | 'idempotent' | 'versioned' | 'unlimited'
>

/** What follows from the conventions, whichever the operation. */
const general = {
  VALIDATION_FAILED:
    'A value is missing, unknown, of another type or out of its bounds; `details` name each by its path.',
  UNAUTHENTICATED: 'No token was sent, it is none of ours, or its session has ended.',
  TOKEN_EXPIRED: 'The access token is over: exchange the pair for a new one.',
  FORBIDDEN: 'The token is good, and of a role that may not call this.',
  CONFLICT: 'A request with the same `Idempotency-Key` is still running: try again after a second.',
  CHANGED_SINCE: '`If-Match` names a version that is no more; `details` name the fields that changed since.',
  PAYLOAD_TOO_LARGE: 'The body is larger than its limit.',
  UNSUPPORTED_MEDIA_TYPE: '`Content-Type` is none of those that the body may have.',
  IDEMPOTENCY_KEY_REUSED: 'The `Idempotency-Key` was sent within 24 hours with another body.',
  RATE_LIMITED:
    'The session, the recognizer or the network has called as often within a minute as it may, 1,200 times unless configured otherwise.',
  INTERNAL: 'Something failed on our side; our log has it under the `requestId`.',
  UNAVAILABLE:
    'A part of the service that the call needs is away or too busy. Whether a write happened is not known: it may be repeated with its `Idempotency-Key`.',
} as const satisfies Reasons
type GeneralCode = keyof typeof general

/** Of recognizers, who sign in by HTTP Basic. */
const ofDevices = {
  UNAUTHENTICATED: '`Authorization` does not hold the id and the secret of a recognizer as HTTP Basic.',
  FORBIDDEN: 'The path names another recognizer than the one that signs in.',
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
  if (op.idempotent) codes.push('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (honoursIfMatch(op)) codes.push('CHANGED_SINCE')
  return codes
}

/** Every code that a call of the operation can answer: its own, and those that follow from access, input and the conventions. */
export function possibleErrors(op: Source): ErrorCode[] {
  return [...new Set<ErrorCode>([...generalErrors(op), ...declaredErrors(op)])]
}

/** The codes for which the operation gives reasons of its own. */
export const declaredErrors = (op: Pick<Operation, 'errors'>): ErrorCode[] =>
  Object.keys(op.errors ?? {}).filter(isErrorCode)

/** When a call of the operation answers a code that it can answer: what holds everywhere, and its own reason behind it. */
export function errorReasons(op: Source, code: ErrorCode): string[] {
  const everywhere = generalErrors(op).find((each) => each === code)
  return [everywhere && generalReason(op, everywhere), op.errors?.[code]].filter((reason) => reason !== undefined)
}

function generalReason(op: Source, code: GeneralCode): string {
  if (op.access === 'device' && (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN')) return ofDevices[code]
  if (code === 'PAYLOAD_TOO_LARGE') return `The body is larger than ${(op.bodyLimit ?? defaultBodyLimit) / 1_024} KiB.`
  return general[code]
}

/** Whether the call changes or deletes what carries a version, so that `If-Match` guards it. */
export function honoursIfMatch(op: Pick<Operation, 'http' | 'versioned'>): boolean {
  return op.versioned === true && /^(PATCH|DELETE) /.test(op.http)
}

/** Whether an answer carries a tag by which who has it already is answered 304. */
export function honoursIfNoneMatch(op: Pick<Operation, 'http' | 'versioned' | 'cached' | 'response'>): boolean {
  return op.cached !== undefined || op.response === 'image' || (op.versioned === true && op.http.startsWith('GET '))
}
