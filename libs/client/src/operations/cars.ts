// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createCar: Call<'member', 'createCar'> = {
  service: 'member',
  name: 'createCar',
  http: 'POST /api/cars',
  required: ['carNumber', 'carBrandId', 'model'],
  token: true,
}
export const listCars: Call<'member', 'listCars'> = {
  service: 'member',
  name: 'listCars',
  http: 'GET /api/cars',
  required: [],
  token: true,
}
export const getCar: Call<'member', 'getCar'> = {
  service: 'member',
  name: 'getCar',
  http: 'GET /api/cars/{id}',
  required: ['id'],
  token: true,
}
export const updateCar: Call<'member', 'updateCar'> = {
  service: 'member',
  name: 'updateCar',
  http: 'PATCH /api/cars/{id}',
  required: ['id'],
  token: true,
}
export const deleteCar: Call<'member', 'deleteCar'> = {
  service: 'member',
  name: 'deleteCar',
  http: 'DELETE /api/cars/{id}',
  required: ['id'],
  token: true,
}
