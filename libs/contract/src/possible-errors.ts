import type { ErrorCode } from './errors.ts'
import { isBuilt } from './not-built.ts'
import { carriesBody, namesDevice, type Operation, rolesFor } from './operation.ts'

type Source = Pick<Operation, 'service' | 'name' | 'http' | 'access' | 'input' | 'errors' | 'idempotent' | 'versioned'>

/** Every code that a call of the operation can answer: its own, and those that follow from access, input and the conventions. */
export function possibleErrors(op: Source): ErrorCode[] {
  const codes: ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
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
  return [...new Set([...codes, ...(op.errors ?? [])])]
}

/** Whether the call changes or deletes what carries a version, so that `If-Match` guards it. */
export function honoursIfMatch(op: Pick<Operation, 'http' | 'versioned'>): boolean {
  return op.versioned === true && /^(PATCH|DELETE) /.test(op.http)
}

/** Whether an answer carries a tag by which who has it already is answered 304. */
export function honoursIfNoneMatch(op: Pick<Operation, 'http' | 'versioned' | 'cached' | 'answer'>): boolean {
  return op.cached !== undefined || op.answer === 'image' || (op.versioned === true && op.http.startsWith('GET '))
}
