import { AppError } from '@kingcar/contract'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import postgres from 'postgres'

/** Error codes of postgres.js and of the socket for a connection that was lost or never opened. */
const connectionLost = new Set([
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

/** SQLSTATEs of exceeded time limits: statement, lock, idle in transaction, transaction. */
const timedOut = new Set(['57014', '55P03', '25P03', '25P04'])
/** SQLSTATE classes of a server that cannot serve: connection failure, no resources, shutdown or startup, system error. */
const cannotServe = new Set(['08', '53', '57P', '58'])

const serializationFailure = '40001'
const deadlock = '40P01'
const inFailedTransaction = '25P02'
const uniqueViolation = '23505'
const dataException = '22'

/**
 * A failed statement, as the server reported it. Unlike the driver's error it carries neither the statement's parameters
 * nor the values that `detail` and some messages quote.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** SQLSTATE. */
  readonly code: string
  readonly table: string | undefined
  readonly constraint: string | undefined
  /** The server ended or rejected the session: the cause is in its operation, not in the statement. */
  readonly fatal: boolean

  constructor({ code, message, severity, table_name, constraint_name }: postgres.PostgresError) {
    super(code.startsWith(dataException) ? 'a value does not fit its type or its limits' : message) // the message may quote the value
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
  return connectionLost.has(code) || timedOut.has(code) || cannotServe.has(code.slice(0, code.startsWith('57') ? 3 : 2))
}

/** Metric label for an UNAVAILABLE statement: `timeout` exceeded a time limit, `unreachable` found no usable server; else `other`. */
export function unavailableReason(error: unknown): 'timeout' | 'unreachable' | 'other' {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return 'other'
  return error.cause instanceof DatabaseError && timedOut.has(error.cause.code) ? 'timeout' : 'unreachable'
}

/** The error for a database that is unreachable or late. Callers may retry after a second. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { retryAfter: 1, cause })
}

/** Why a transaction failed although its session responds: it did not end within its deadline. */
class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/** The error of a transaction that did not end within its deadline, although the server had begun it. */
export const deadlineExceeded = (): AppError => unavailable(new DeadlineExceeded('transaction exceeded its deadline'))

/** True if a transaction or a statement exceeded its time limit: a smaller one may succeed. */
export const isTooSlow = (error: unknown): boolean =>
  unavailableReason(error) === 'timeout' || (error instanceof AppError && error.cause instanceof DeadlineExceeded)

/**
 * True if a failed batch may succeed with fewer items: it was too slow, or met a conflict, for example over its locks.
 */
export const isTooLarge = (error: unknown): boolean =>
  isTooSlow(error) || (error instanceof AppError && error.code === 'CONFLICT')

/** Converts a query's error: UNAVAILABLE if the database is unreachable or late, else DatabaseError; others stay as they are. */
export function translateError(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const failure = cause instanceof postgres.PostgresError ? new DatabaseError(cause) : cause
  const code = codeOf(failure)
  return code !== undefined && !(failure instanceof AppError) && isUnavailable(code) ? unavailable(failure) : failure
}

/** True for a serialization failure or deadlock: the whole transaction may be retried. */
export function isContention(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === serializationFailure || error.code === deadlock)
}

/** True if the statement was rejected because an earlier one in its transaction failed. */
export function isTransactionAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === inFailedTransaction
}

/** True if a write violated a unique constraint: the named one, or any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== uniqueViolation) return false
  return constraint === undefined || error.constraint === constraint
}

/** SQLSTATE classes of a bad value: data exception, integrity violation, program limit exceeded. */
const badValue = ['22', '23', '54']

/** True if the database will never accept this row, however often it is retried. */
export const isRowRejected = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && badValue.some((start) => error.code.startsWith(start))
