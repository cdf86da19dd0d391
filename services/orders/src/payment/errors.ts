import { AppError } from '@kingcar/contract'

/** Another request is moving money of this order; the client retries after a second. */
export const paymentInProgress = () => new AppError('CONFLICT', { retryAfter: 1 })

/** The provider did not respond; a job determines the outcome of the intent later. */
export const outcomeUnknown = () => new AppError('UNAVAILABLE', { retryAfter: 2 })

/** @param reason of the provider, in a form that may be displayed */
export const refusedByProvider = (
  code: 'PAYMENT_FAILED' | 'CARD_REFUSED' | 'ORDER_NOT_REFUNDABLE',
  reason: string | null,
) => new AppError(code, reason === null ? {} : { details: [{ path: '', ko: reason, en: reason }] })
