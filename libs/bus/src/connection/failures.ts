import { AppError } from '@kingcar/contract'
import { NatsError } from 'nats'

/** No process serves the operation, or none can at the moment. */
export const unavailable = (cause?: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/** The cause of an UNAVAILABLE if the server reports that the subject has no subscriber: no process received the request. */
export const noResponders = 'no responders'

/** True for the error that the client throws, before it sends anything, for a message over the server's size limit. */
export const isTooLarge = (cause: unknown): boolean =>
  cause instanceof NatsError && cause.code === 'MAX_PAYLOAD_EXCEEDED'
