// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Register a card with its card data, or with a billing key issued in the provider's window (customerUid). `POST /api/cards`
 * Errors: `CARD_REFUSED`, `CARD_LIMIT`, `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const createCard = call('orders', 'createCard', 'POST /api/cards')
/** List your cards, the main card first. `GET /api/cards` */
export const listCards = call('orders', 'listCards', 'GET /api/cards')
/** Rename a card, or make it the main card. `PATCH /api/cards/{id}` Errors: `CARD_NOT_FOUND`, `VALIDATION_FAILED`. */
export const updateCard = call('orders', 'updateCard', 'PATCH /api/cards/{id}', ['id'])
/** Delete a card; its billing key is revoked at the provider. `DELETE /api/cards/{id}` Errors: `CARD_NOT_FOUND`. */
export const deleteCard = call('orders', 'deleteCard', 'DELETE /api/cards/{id}', ['id'])
