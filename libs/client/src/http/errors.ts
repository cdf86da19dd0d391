import type { ErrorCode } from '../generated/types.ts'

/** A required parameter was null or undefined; nothing was sent. */
export class RequiredError extends Error {
  override name = 'RequiredError'
  readonly field: string

  constructor(field: string, operation: string) {
    super(`Required parameter ${field} was null or undefined when calling ${operation}.`)
    this.field = field
  }
}

/**
 * How a call failed on its way. `network`: no answer; `aborted`: the answer broke off; `timeout`: the time that the
 * caller gave ran out; `cancelled`: the caller's signal; `status`: an answer outside 200 to 299.
 */
export type TransportErrorKind = 'network' | 'aborted' | 'timeout' | 'cancelled' | 'status'

/** A call that gave no result. */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly kind: TransportErrorKind
  /** HTTP status where there was an answer. */
  readonly status: number | undefined

  constructor(kind: TransportErrorKind, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status
  }
}

/** One fault of the input, in the language of the answer. */
export type ErrorDetail = { path: string; message: string }

/**
 * A refusal in the envelope of the API. It is a `TransportError` of kind `status` with the same message, so that whoever
 * knows nothing of the envelope sees "Request failed with status code N"; what to show a person is `userMessage`.
 */
export class ApiError extends TransportError {
  override name = 'ApiError'
  declare readonly status: number
  /** One of the contract's codes, or one that a newer server knows. */
  readonly code: ErrorCode | (string & {})
  /** Korean, or English when the browser prefers it. */
  readonly userMessage: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string
  /** Seconds after which another try makes sense. */
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

/** Whether an answer's body is the error envelope: a proxy's page in front of the gateway is not. */
export function isErrorEnvelope(body: unknown): body is ErrorEnvelope {
  if (!isObject(body) || body.success !== false || !isObject(body.error)) return false
  const { code, message, requestId, details } = body.error
  const texts = [code, message, requestId].every((text) => typeof text === 'string')
  return texts && (details === undefined || Array.isArray(details))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
