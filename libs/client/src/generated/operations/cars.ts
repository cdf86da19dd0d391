// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Register a car. `POST /api/cars`
 *
 * Errors: `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`, `CAR_LIMIT`, `VALIDATION_FAILED`.
 */
export const createCar: Call<'member', 'createCar'> = {
  service: 'member',
  name: 'createCar',
  http: 'POST /api/cars',
  required: ['carNumber', 'carBrandId', 'model'],
  token: true,
}
/**
 * List your cars, the main car first. `GET /api/cars`
 */
export const listCars: Call<'member', 'listCars'> = {
  service: 'member',
  name: 'listCars',
  http: 'GET /api/cars',
  required: [],
  token: true,
}
/**
 * Get one of your cars. `GET /api/cars/{id}`
 *
 * Errors: `CAR_NOT_FOUND`.
 */
export const getCar: Call<'member', 'getCar'> = {
  service: 'member',
  name: 'getCar',
  http: 'GET /api/cars/{id}',
  required: ['id'],
  token: true,
}
/**
 * Change a car. `PATCH /api/cars/{id}`
 *
 * Errors: `CAR_NOT_FOUND`, `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`, `VALIDATION_FAILED`.
 */
export const updateCar: Call<'member', 'updateCar'> = {
  service: 'member',
  name: 'updateCar',
  http: 'PATCH /api/cars/{id}',
  required: ['id'],
  token: true,
}
/**
 * Delete a car; its visits are kept. `DELETE /api/cars/{id}`
 *
 * Errors: `CAR_NOT_FOUND`.
 */
export const deleteCar: Call<'member', 'deleteCar'> = {
  service: 'member',
  name: 'deleteCar',
  http: 'DELETE /api/cars/{id}',
  required: ['id'],
  token: true,
}
