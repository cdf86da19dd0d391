import type { Caller } from '@kingcar/bus'
import { AppError, type Operation } from '@kingcar/contract'
import type { IntentRow } from '../tables.ts'

/** By what an intent is known to the request that wrote it, when that comes again; undefined without an Idempotency-Key. */
export const requestKeyOf = (op: Pick<Operation, 'name'>, orderId: string, caller: Caller): string | undefined =>
  caller.idempotencyKey === undefined
    ? undefined
    : JSON.stringify([caller.actor?.role, caller.actor?.id, op.name, orderId, caller.idempotencyKey])

/** @throws AppError IDEMPOTENCY_KEY_REUSED where the request asked for something else the first time */
export function assertSame(intent: IntentRow, asked: { cardId?: string; amount?: number | undefined }): void {
  const sameCard = asked.cardId === undefined || asked.cardId === intent.cardId
  const sameAmount = asked.amount === undefined || asked.amount === intent.amount
  if (!sameCard || !sameAmount) throw new AppError('IDEMPOTENCY_KEY_REUSED')
}

/** Somebody else's request is under way. */
export const busy = () => new AppError('CONFLICT', { retryAfter: 1 })

/** The provider does not answer; what it was asked for is found out later. */
export const notKnown = () => new AppError('UNAVAILABLE', { retryAfter: 2 })

/** @param reason of the provider, as it may be shown */
export const refusedFor = (code: 'PAYMENT_FAILED' | 'CARD_REFUSED' | 'ORDER_NOT_REFUNDABLE', reason: string | null) =>
  new AppError(code, reason === null ? {} : { details: [{ path: '', ko: reason, en: reason }] })
