import { type ErrorCode, isErrorCode } from './errors.ts'
import {
  carriesBody,
  defaultBodyLimit,
  freshSignInMinutes,
  idempotencyKeyHours,
  namesDevice,
  type Operation,
  type Reasons,
} from './operation.ts'
import { needsSecondFactor } from './permissions.ts'
import { rolesFor } from './roles.ts'

type Source = Pick<
  Operation,
  | 'http'
  | 'access'
  | 'permission'
  | 'freshSignIn'
  | 'body'
  | 'input'
  | 'errors'
  | 'bodyLimit'
  | 'idempotent'
  | 'versioned'
  | 'unlimited'
>

/** Reasons of the errors that every operation can return by convention. */
const general = {
  VALIDATION_FAILED:
    'A field is missing, unknown, of the wrong type or out of range; `details` lists each with its path.',
  SEARCH_TOO_WIDE: 'The query takes too long: choose a period or a store, or a longer text.',
  UNAUTHENTICATED: 'The token is missing or invalid, or its session has ended.',
  TOKEN_EXPIRED:
    'The access token has expired: exchange both tokens for a new pair. Or the API key has expired: create another.',
  FORBIDDEN: 'The role in the token is not allowed to call this operation.',
  SECOND_FACTOR_SETUP_REQUIRED:
    'The setting `secondFactor.<role>` of the administrator is true, and the account has no second factor: set one up with `POST /admin/api/me/totp` or `POST /admin/api/me/passkeys`.',
  FRESH_SIGN_IN_REQUIRED: `The administrator has a second factor, and the last sign-in was more than ${freshSignInMinutes} minutes ago: sign in again, then repeat the call.`,
  CONFLICT: 'A request with the same `Idempotency-Key` is still running: try again after a second.',
  CHANGED_SINCE: 'The version in `If-Match` is outdated; `details` lists the fields that changed since.',
  REQUEST_TIMEOUT: 'The body arrived at less than 20 kB/s over 30 seconds, or for some seconds no byte arrived.',
  PAYLOAD_TOO_LARGE: 'The body is larger than its limit.',
  UNSUPPORTED_MEDIA_TYPE: 'The `Content-Type` is not supported.',
  IDEMPOTENCY_KEY_REUSED: `The same \`Idempotency-Key\` was sent with another body within ${idempotencyKeyHours} hours.`,
  RATE_LIMITED:
    'The session, recognizer or network exceeded its limit of calls per minute, 1,200 unless configured otherwise, or the account wrote too much in an hour.',
  INTERNAL: 'Internal error; the server log contains the `requestId`.',
  UNAVAILABLE:
    'A required service is unreachable or overloaded. A write may have happened: repeat it with its `Idempotency-Key`.',
} as const satisfies Reasons
type GeneralCode = keyof typeof general

/** For operations that need a permission. */
const forbiddenToAdmins =
  'The role in the token is not allowed to call this operation, or the administrator or API key lacks the permission or the store.'

/** For recognizers, which authenticate with HTTP Basic. */
const ofDevices = {
  UNAUTHENTICATED: '`Authorization` is not HTTP Basic with the id and secret of a recognizer.',
  FORBIDDEN: 'The path contains the id of another recognizer.',
} as const satisfies Reasons

function generalErrors(op: Source): GeneralCode[] {
  const codes: GeneralCode[] = ['VALIDATION_FAILED', 'INTERNAL', 'UNAVAILABLE']
  if (isSearch(op)) codes.push('SEARCH_TOO_WIDE')
  if (!op.unlimited) codes.push('RATE_LIMITED')
  if (op.access === 'device') {
    codes.push('UNAUTHENTICATED')
    if (namesDevice(op)) codes.push('FORBIDDEN')
  } else if (op.access !== 'image' && rolesFor[op.access].length > 0) {
    codes.push('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN')
  }
  if (needsSecondFactor(op)) codes.push('SECOND_FACTOR_SETUP_REQUIRED')
  if (op.freshSignIn) codes.push('FRESH_SIGN_IN_REQUIRED')
  if (carriesBody(op)) codes.push('REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (op.idempotent) codes.push('CONFLICT', 'IDEMPOTENCY_KEY_REUSED')
  if (honoursIfMatch(op)) codes.push('CHANGED_SINCE')
  return codes
}

/** Whether the cost of an administrator's query depends on a text or a period. */
const isSearch = ({ http, input }: Source): boolean =>
  http.startsWith('GET /admin/') && ['q', 'member', 'from'].some((field) => field in (input.properties ?? {}))

/**
 * Every code that the operation can return: declared ones, and those that follow from access, input and the
 * conventions.
 */
export function possibleErrors(op: Source): ErrorCode[] {
  return [...new Set<ErrorCode>([...generalErrors(op), ...declaredErrors(op)])]
}

/** The codes for which the operation declares reasons. */
export const declaredErrors = (op: Pick<Operation, 'errors'>): ErrorCode[] =>
  Object.keys(op.errors ?? {}).filter(isErrorCode)

/** When the operation returns a code: the general reason, then the declared one. */
export function errorReasons(op: Source, code: ErrorCode): string[] {
  const generalCode = generalErrors(op).find((each) => each === code)
  return [generalCode && generalReason(op, generalCode), op.errors?.[code]].filter((reason) => reason !== undefined)
}

function generalReason(op: Source, code: GeneralCode): string {
  if (op.access === 'device' && (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN')) return ofDevices[code]
  if (op.permission !== undefined && code === 'FORBIDDEN') return forbiddenToAdmins
  if (code === 'PAYLOAD_TOO_LARGE') return `The body is larger than ${(op.bodyLimit ?? defaultBodyLimit) / 1_024} KiB.`
  return general[code]
}

/** Whether the operation changes or deletes a versioned resource, so that `If-Match` applies. */
export function honoursIfMatch(op: Pick<Operation, 'http' | 'versioned'>): boolean {
  return op.versioned === true && /^(PATCH|DELETE) /.test(op.http)
}

/** Whether a response has an `ETag`, so that `If-None-Match` can lead to 304. */
export function honoursIfNoneMatch(op: Pick<Operation, 'http' | 'versioned' | 'cached' | 'response'>): boolean {
  return op.cached !== undefined || op.response === 'image' || (op.versioned === true && op.http.startsWith('GET '))
}
