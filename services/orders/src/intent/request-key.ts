import type { Caller } from '@kingcar/bus'
import { AppError, type Operation } from '@kingcar/contract'
import { hashInput, isHashOf } from '@kingcar/db'

/** By what an intent is known to the request that wrote it, when that comes again, and what tells its input from another. */
export type RequestColumns = { requestKey: string; requestHash: string }

/** A request with its key. */
export type RequestKey = { columns: RequestColumns; matches(requestHash: string | null): boolean }

/** Undefined without an Idempotency-Key. */
export function requestKeyOf(
  secret: string,
  op: Pick<Operation, 'name'>,
  orderId: string,
  input: Readonly<Record<string, unknown>>,
  { actor, idempotencyKey }: Caller,
): RequestKey | undefined {
  if (idempotencyKey === undefined) return undefined
  const requestKey = JSON.stringify([actor?.role, actor?.id, op.name, orderId, idempotencyKey])
  return {
    columns: { requestKey, requestHash: hashInput(secret, input) },
    matches: (requestHash) => isHashOf(secret, requestHash, input),
  }
}

/** Somebody else's request is under way. */
export const paymentInProgress = () => new AppError('CONFLICT', { retryAfter: 1 })

/** The provider does not answer; what it was asked for is found out later. */
export const outcomeUnknown = () => new AppError('UNAVAILABLE', { retryAfter: 2 })

/** @param reason of the provider, as it may be shown */
export const refusedByProvider = (
  code: 'PAYMENT_FAILED' | 'CARD_REFUSED' | 'ORDER_NOT_REFUNDABLE',
  reason: string | null,
) => new AppError(code, reason === null ? {} : { details: [{ path: '', ko: reason, en: reason }] })
