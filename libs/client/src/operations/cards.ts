// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createCard: Call<'orders', 'createCard'> = {
  service: 'orders',
  name: 'createCard',
  http: 'POST /api/cards',
  required: [],
  token: true,
}
export const listCards: Call<'orders', 'listCards'> = {
  service: 'orders',
  name: 'listCards',
  http: 'GET /api/cards',
  required: [],
  token: true,
}
export const updateCard: Call<'orders', 'updateCard'> = {
  service: 'orders',
  name: 'updateCard',
  http: 'PATCH /api/cards/{id}',
  required: ['id'],
  token: true,
}
export const deleteCard: Call<'orders', 'deleteCard'> = {
  service: 'orders',
  name: 'deleteCard',
  http: 'DELETE /api/cards/{id}',
  required: ['id'],
  token: true,
}
