// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId). `PATCH /api/order/{orderId}/payment`
 * Errors: `PAYMENT_FAILED`, `ORDER_NOT_FOUND`, `CARD_NOT_FOUND`, `AMOUNT_MISMATCH`, `ALREADY_SUBSCRIBED`, `FREE_PRODUCT_LIMIT`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`, `CONFLICT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const payOrder = call('orders', 'payOrder', 'PATCH /api/order/{orderId}/payment', ['orderId'])
