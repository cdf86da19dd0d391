import { AppError } from '@kingcar/contract'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import postgres from 'postgres'

/** The connection is gone or was never there: what postgres.js and the socket say. */
const away = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The server is there and cannot serve: shutting down or starting, out of resources, or out of the time given to it. */
const refusing = new Set(['57014', '55P03', '25P03', '25P04'])
const refusingClasses = new Set(['08', '53', '57P', '58'])

const serializationFailure = '40001'
const deadlock = '40P01'
const afterFailure = '25P02'
const uniqueViolation = '23505'
const dataException = '22'

/**
 * What the server said of a statement that failed, without what the driver's own error carries: the statement's
 * parameters, and the values that `detail` and some messages quote.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** SQLSTATE. */
  readonly code: string
  readonly table: string | undefined
  readonly constraint: string | undefined
  /** The server let the session in no more, or not at all: an operator's business, and no statement's fault. */
  readonly fatal: boolean

  constructor({ code, message, severity, table_name, constraint_name }: postgres.PostgresError) {
    super(code.startsWith(dataException) ? 'a value does not fit its type or its limits' : message)
    this.code = code
    this.table = table_name
    this.constraint = constraint_name
    this.fatal = severity === 'FATAL' || severity === 'PANIC'
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function isUnavailable(code: string): boolean {
  return away.has(code) || refusing.has(code) || refusingClasses.has(code.slice(0, code.startsWith('57') ? 3 : 2))
}

/** Why a statement is answered UNAVAILABLE: it was `late`, or the database is `away`; `other` where it is not. */
export function unavailableReason(error: unknown): 'late' | 'away' | 'other' {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return 'other'
  return error.cause instanceof DatabaseError && refusing.has(error.cause.code) ? 'late' : 'away'
}

/** The answer while the database is away or late: another try makes sense after a second. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { retryAfter: 1, cause })
}

/** What leaves this library when a query fails: UNAVAILABLE where the database is away or late, DatabaseError else. */
export function translateError(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const failure = cause instanceof postgres.PostgresError ? new DatabaseError(cause) : cause
  const code = codeOf(failure)
  return code !== undefined && !(failure instanceof AppError) && isUnavailable(code) ? unavailable(failure) : failure
}

/** Two transactions were in each other's way; the whole of it may be tried again. */
export function isContention(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === serializationFailure || error.code === deadlock)
}

/** A statement was refused because one before it in its transaction failed. */
export function isTransactionAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === afterFailure
}

/** Whether a write failed because a unique index, or the one named, holds its value already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== uniqueViolation) return false
  return constraint === undefined || error.constraint === constraint
}
