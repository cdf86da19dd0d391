// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Register a card with its card data, or with a billing key issued in the provider's window (customerUid). `POST /api/cards`
 *
 * Errors: `CARD_REFUSED`, `CARD_LIMIT`, `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const createCard: Call<'orders', 'createCard'> = {
  service: 'orders',
  name: 'createCard',
  http: 'POST /api/cards',
  required: [],
  token: true,
}
/**
 * List your cards, the main card first. `GET /api/cards`
 */
export const listCards: Call<'orders', 'listCards'> = {
  service: 'orders',
  name: 'listCards',
  http: 'GET /api/cards',
  required: [],
  token: true,
}
/**
 * Rename a card, or make it the main card. `PATCH /api/cards/{id}`
 *
 * Errors: `CARD_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateCard: Call<'orders', 'updateCard'> = {
  service: 'orders',
  name: 'updateCard',
  http: 'PATCH /api/cards/{id}',
  required: ['id'],
  token: true,
}
/**
 * Delete a card; its billing key is revoked at the provider. `DELETE /api/cards/{id}`
 *
 * Errors: `CARD_NOT_FOUND`.
 */
export const deleteCard: Call<'orders', 'deleteCard'> = {
  service: 'orders',
  name: 'deleteCard',
  http: 'DELETE /api/cards/{id}',
  required: ['id'],
  token: true,
}
