import type { ErrorCode } from '../generated/types.ts'

/** A required parameter was null or undefined; no request was sent. */
export class RequiredError extends Error {
  override name = 'RequiredError'
  readonly field: string

  constructor(field: string, operation: string) {
    super(`Required parameter ${field} was null or undefined when calling ${operation}.`)
    this.field = field
  }
}

/**
 * Why a call failed. `network`: no response; `aborted`: the response is incomplete; `timeout`: the caller's timeout
 * expired; `cancelled`: the caller's signal was aborted; `status`: a status outside 200 to 299.
 */
export type TransportErrorKind = 'network' | 'aborted' | 'timeout' | 'cancelled' | 'status'

/** A call failed without a result. */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly kind: TransportErrorKind
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined

  constructor(kind: TransportErrorKind, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status
  }
}

/** One invalid field, in the language of the response. */
export type ErrorDetail = { path: string; message: string }

/**
 * The API refused the call, with an error envelope. It is a `TransportError` of kind `status`, so that code that does
 * not know the envelope sees "Request failed with status code N". Show `userMessage` to users.
 */
export class ApiError extends TransportError {
  override name = 'ApiError'
  declare readonly status: number
  /** A code of the contract, or a new code of a newer server. */
  readonly code: ErrorCode | (string & {})
  /** Korean, or English if the browser prefers it. */
  readonly userMessage: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(status: number, envelope: ErrorEnvelope['error'], retryAfter: number | undefined) {
    super('status', statusMessage(status), { status })
    this.code = envelope.code
    this.userMessage = envelope.message
    this.details = envelope.details ?? []
    this.requestId = envelope.requestId
    this.retryAfter = retryAfter
  }
}

export const statusMessage = (status: number) => `Request failed with status code ${status}`

export type ErrorEnvelope = {
  success: false
  error: { code: string; message: string; details?: ErrorDetail[]; requestId: string }
}

/** Whether a response body is an error envelope: an error page of a proxy is not. */
export function isErrorEnvelope(body: unknown): body is ErrorEnvelope {
  if (!isObject(body) || body.success !== false || !isObject(body.error)) return false
  const { code, message, requestId, details } = body.error
  const texts = [code, message, requestId].every((text) => typeof text === 'string')
  return texts && (details === undefined || Array.isArray(details))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
