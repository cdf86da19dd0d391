// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Register a car. `POST /api/cars`
 * Errors: `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`, `CAR_LIMIT`, `VALIDATION_FAILED`.
 */
export const createCar = call('member', 'createCar', 'POST /api/cars', ['carNumber', 'carBrandId', 'model'])
/** List your cars, the main car first. `GET /api/cars` */
export const listCars = call('member', 'listCars', 'GET /api/cars')
/** Get one of your cars. `GET /api/cars/{id}` Errors: `CAR_NOT_FOUND`. */
export const getCar = call('member', 'getCar', 'GET /api/cars/{id}', ['id'])
/**
 * Change a car. `PATCH /api/cars/{id}`
 * Errors: `CAR_NOT_FOUND`, `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`, `VALIDATION_FAILED`.
 */
export const updateCar = call('member', 'updateCar', 'PATCH /api/cars/{id}', ['id'])
/** Delete a car; its visits are kept. `DELETE /api/cars/{id}` Errors: `CAR_NOT_FOUND`. */
export const deleteCar = call('member', 'deleteCar', 'DELETE /api/cars/{id}', ['id'])
