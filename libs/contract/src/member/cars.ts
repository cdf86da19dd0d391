import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

/** Maximum number of cars of a member. */
export const carLimit = 10

/** A plate as typed; stored in its normal form. */
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
    description: `The plate is kept in its normal form, without spaces, hyphens and brackets. The first car of a member
      is the main one; a later one becomes it where \`main\` is true. A picture is one that the member has uploaded. From
      now on live screens greet the member at this plate.`,
    input: Strict({ ...fields, main: Type.Optional(fields.main) }),
    result: Car,
    status: 201,
    idempotent: true,
    errors: {
      CAR_BRAND_NOT_FOUND: '`carBrandId` is of no brand of `GET /api/carBrands`.',
      IMAGE_NOT_FOUND: '`imageId` is of no picture that this member has uploaded and that is still kept.',
      CAR_NUMBER_TAKEN: 'A member has registered this plate, perhaps the same one.',
      CAR_LIMIT: 'The member has ten cars.',
      VALIDATION_FAILED: '`carNumber` is no Korean number plate, or `model` is empty.',
    },
  },
  listCars: {
    http: 'GET /api/cars',
    access: 'member',
    summary: 'Your cars, the main one first',
    description: 'All cars of the member, at most ten, the main one first and then as they were registered.',
    input: Strict({}),
    result: Type.Array(Car),
  },
  getCar: {
    http: 'GET /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'One of your cars',
    description: `A car of another member is not found. The \`ETag\` is the version that \`PATCH\` and \`DELETE\` take in
      \`If-Match\`.`,
    input: Strict({ id: Id }),
    result: Car,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car of this id.',
    },
  },
  updateCar: {
    http: 'PATCH /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'Change any of its fields',
    description: `Changes what is named and leaves the rest; null empties a field that can be empty. With \`main\` true
      the former main car is it no longer. A new plate is greeted from now on, and the old one is free.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Car,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car of this id.',
      CAR_BRAND_NOT_FOUND: '`carBrandId` is of no brand of `GET /api/carBrands`.',
      IMAGE_NOT_FOUND: '`imageId` is of no picture that this member has uploaded and that is still kept.',
      CAR_NUMBER_TAKEN: 'Another car has this plate.',
      VALIDATION_FAILED:
        '`carNumber` is no Korean number plate, `model` is empty, or `main` is false for the main car: make another one the main car instead.',
    },
  },
  deleteCar: {
    http: 'DELETE /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'Remove a car; its visits stay',
    description: `The plate is free and greets nobody any more. Where it was the main car, the oldest of the others
      becomes it. Visits and orders that name the car stay.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car of this id.',
    },
  },
  listCarBrands: {
    http: 'GET /api/carBrands',
    access: 'public',
    summary: 'Car brands sold in Korea, with their models',
    description: `Every brand with the names of its models, the domestic ones first and all other makes last. It
      changes with releases of the product only.`,
    input: Strict({}),
    result: Type.Array(CarBrand),
    cached: [],
  },
} as const satisfies Record<string, Spec>
