import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../common.ts'
import type { Spec } from '../operation.ts'

/** Most cars that a member can have. */
export const carLimit = 10

/** A plate as typed; kept in its normal form. */
export const TypedCarNumber = Type.String({ minLength: 1, maxLength: 32, examples: ['12가3456'] })
const Detail = Type.Optional(Nullable(Type.String({ maxLength: 50 })))

const fields = {
  carNumber: TypedCarNumber,
  carBrandId: Id,
  model: Type.String({ minLength: 1, maxLength: 50 }),
  color: Detail,
  nickname: Detail,
  imageId: Type.Optional(Nullable(Id)),
  main: Type.Boolean({ description: 'A member has one main car; the first is it by itself' }),
}

export const Car = Type.Object({
  id: Id,
  carNumber: Type.String({ examples: ['12가3456'] }),
  carBrandId: Id,
  model: Type.String(),
  color: Nullable(Type.String()),
  nickname: Nullable(Type.String()),
  imageId: Nullable(Id),
  main: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Car = Static<typeof Car>

export const CarBrand = Type.Object({
  id: Id,
  name: Type.String({ examples: ['현대'] }),
  nameEn: Type.String({ examples: ['Hyundai'] }),
  imageUrl: Nullable(Type.String()),
  models: Type.Array(Type.String()),
})
export type CarBrand = Static<typeof CarBrand>

export const carOperations = {
  createCar: {
    http: 'POST /api/cars',
    access: 'member',
    summary: 'Register a car',
    input: Strict({ ...fields, main: Type.Optional(fields.main) }),
    result: Car,
    status: 201,
    idempotent: true,
    errors: ['CAR_BRAND_NOT_FOUND', 'IMAGE_NOT_FOUND', 'CAR_NUMBER_TAKEN', 'CAR_LIMIT'],
  },
  listCars: {
    http: 'GET /api/cars',
    access: 'member',
    summary: 'Your cars, the main one first',
    input: Strict({}),
    result: Type.Array(Car),
  },
  getCar: {
    http: 'GET /api/cars/{id}',
    access: 'member',
    summary: 'One of your cars',
    input: Strict({ id: Id }),
    result: Car,
    versioned: true,
    errors: ['CAR_NOT_FOUND'],
  },
  updateCar: {
    http: 'PATCH /api/cars/{id}',
    access: 'member',
    summary: 'Change any of its fields',
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Car,
    versioned: true,
    errors: ['CAR_NOT_FOUND', 'CAR_BRAND_NOT_FOUND', 'IMAGE_NOT_FOUND', 'CAR_NUMBER_TAKEN'],
  },
  deleteCar: {
    http: 'DELETE /api/cars/{id}',
    access: 'member',
    summary: 'Remove a car; its visits stay',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['CAR_NOT_FOUND'],
  },
  listCarBrands: {
    http: 'GET /api/carBrands',
    access: 'public',
    summary: 'Car brands sold in Korea, with their models',
    input: Strict({}),
    result: Type.Array(CarBrand),
    cached: [],
  },
} as const satisfies Record<string, Spec>
