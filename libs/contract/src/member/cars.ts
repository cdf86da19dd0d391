import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

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
  main: Type.Boolean({ description: 'A member has one main car; the first car becomes it automatically' }),
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
    description: `The plate is stored in its normal form, without spaces, hyphens and brackets. The first car of a
      member becomes the main car; a later one becomes the main car if \`main\` is true. The image must be one that the
      member has uploaded. From now on live screens greet the member for this plate.`,
    input: Strict({ ...fields, main: Type.Optional(fields.main) }),
    result: Car,
    status: 201,
    idempotent: true,
    errors: {
      CAR_BRAND_NOT_FOUND: '`carBrandId` is not a brand of `GET /api/carBrands`.',
      IMAGE_NOT_FOUND: '`imageId` refers to no existing image of this member.',
      CAR_NUMBER_TAKEN: 'A member, possibly the caller, has already registered this plate.',
      CAR_LIMIT: 'The member has ten cars.',
      VALIDATION_FAILED: '`carNumber` is not a Korean number plate, or `model` is blank.',
    },
  },
  listCars: {
    http: 'GET /api/cars',
    access: 'member',
    summary: 'List your cars, the main car first',
    description: 'Returns all cars of the member, at most ten: the main car, then the others in order of registration.',
    input: Strict({}),
    result: Type.Array(Car),
  },
  getCar: {
    http: 'GET /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'Get one of your cars',
    description: `A car of another member is reported as not found. The \`ETag\` is the version that \`PATCH\` and
      \`DELETE\` accept in \`If-Match\`.`,
    input: Strict({ id: Id }),
    result: Car,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car with this id.',
    },
  },
  updateCar: {
    http: 'PATCH /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'Change a car',
    description: `Fields that are absent keep their value; null clears an optional field. With \`main\` true the car
      replaces the previous main car. Live screens greet a new plate from now on, and the old one can be registered
      again.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Car,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car with this id.',
      CAR_BRAND_NOT_FOUND: '`carBrandId` is not a brand of `GET /api/carBrands`.',
      IMAGE_NOT_FOUND: '`imageId` refers to no existing image of this member.',
      CAR_NUMBER_TAKEN: 'Another car has this plate.',
      VALIDATION_FAILED:
        '`carNumber` is not a Korean number plate, `model` is blank, or `main` is false for the main car: make another car the main car instead.',
    },
  },
  deleteCar: {
    http: 'DELETE /api/cars/{id}',
    resource: 'car',
    access: 'member',
    summary: 'Delete a car; its visits are kept',
    description: `Live screens no longer greet the plate, and it can be registered again. If it was the main car, the
      oldest of the others becomes the main car. Visits and orders that refer to the car are kept.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      CAR_NOT_FOUND: 'The member has no car with this id.',
    },
  },
  listCarBrands: {
    http: 'GET /api/carBrands',
    access: 'public',
    summary: 'List the car brands sold in Korea, with their models',
    description: `Returns every brand with the names of its models: domestic brands first, all other makes last. The
      list changes with releases of the product only.`,
    input: Strict({}),
    result: Type.Array(CarBrand),
    cached: [],
  },
} as const satisfies Record<string, Spec>
