// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Register a card by all of its data, or by a billing key issued in the provider's window (customerUid) alone. `POST /api/cards`
 *
 * Errors: `CARD_REFUSED`, `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const createCard: Call<'orders', 'createCard'> = {
  service: 'orders',
  name: 'createCard',
  http: 'POST /api/cards',
  required: [],
  token: true,
}
/**
 * Your cards, the main one first. `GET /api/cards`
 */
export const listCards: Call<'orders', 'listCards'> = {
  service: 'orders',
  name: 'listCards',
  http: 'GET /api/cards',
  required: [],
  token: true,
}
/**
 * Rename a card, or make it the main one, with which renewals that are not paid are charged at once. `PATCH /api/cards/{id}`
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
 * Remove a card; its billing key is revoked at the provider, and the newest of the others becomes the main one in its place. `DELETE /api/cards/{id}`
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
