import { AppError } from '@kingcar/contract'
import { NatsError } from 'nats'

/** Nobody serves it, or nobody can right now. */
export const unavailable = (cause?: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/** The cause of an UNAVAILABLE after which it is certain that nobody has heard the request. */
export const noResponders = 'nobody listens'

/** What the client throws, before it sends anything, for more than the server takes in one message. */
export const isTooLarge = (cause: unknown): boolean =>
  cause instanceof NatsError && cause.code === 'MAX_PAYLOAD_EXCEEDED'
