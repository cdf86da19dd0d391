import { AppError, type Car, type CarBrand } from '@kingcar/contract'
import { isUniqueViolation, nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type CarRow, carBrands, cars } from '../tables.ts'
import type { CarFields } from './car.ts'
import { lockImage } from './images.ts'

const ofMember = eq(cars.memberId, sql.placeholder('memberId'))
const asCreated = [asc(cars.createdAt), asc(cars.id)]

/** Hot reads, prepared once. */
export const prepareCars = (read: Reader) => ({
  /** The main one first, then as they were registered. */
  ofMember: read
    .select()
    .from(cars)
    .where(ofMember)
    .orderBy(desc(cars.main), ...asCreated)
    .prepare('cars_of_member'),
  byId: read
    .select()
    .from(cars)
    .where(and(eq(cars.id, sql.placeholder('id')), ofMember))
    .prepare('car_by_id'),
})
export type CarQueries = ReturnType<typeof prepareCars>

/** All brands in their order, asked once: a migration alone changes them, and a process starts after it. */
export function prepareCarBrands(read: Reader): () => Promise<CarBrand[]> {
  const statement = read
    .select({ id: carBrands.id, name: carBrands.name, nameEn: carBrands.nameEn, models: carBrands.models })
    .from(carBrands)
    .orderBy(asc(carBrands.position))
    .prepare('car_brands')
  let known: Promise<CarBrand[]> | undefined
  const ask = async () => (await statement.execute()).map((row) => Object.assign(row, { imageUrl: null }))
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = undefined // the next call asks again
      throw error
    })
    return known
  }
}

/** A member's cars as they were registered. The lock on the member keeps them as they are. */
export const selectCars = (tx: Tx, memberId: string): Promise<CarRow[]> =>
  tx
    .select()
    .from(cars)
    .where(eq(cars.memberId, memberId))
    .orderBy(...asCreated)

/** One of a member's cars. @throws AppError CAR_NOT_FOUND, also where it is somebody else's */
export function findOwnCar(owned: readonly CarRow[], id: string): CarRow {
  const found = owned.find((car) => car.id === id.toLowerCase()) // as PostgreSQL writes it
  if (!found) throw new AppError('CAR_NOT_FOUND')
  return found
}

/** What a member says that a car is of and shows. @throws AppError CAR_BRAND_NOT_FOUND, IMAGE_NOT_FOUND */
export async function assertReferences(tx: Tx, memberId: string, { carBrandId, imageId }: CarFields): Promise<void> {
  if (carBrandId !== undefined) {
    const [brand] = await tx.select({ id: carBrands.id }).from(carBrands).where(eq(carBrands.id, carBrandId))
    if (!brand) throw new AppError('CAR_BRAND_NOT_FOUND')
  }
  if (typeof imageId === 'string') await lockImage(tx, memberId, imageId)
}

/** Stores what changes of a car, as its next version. */
export async function updateCarRow(tx: Tx, found: CarRow, change: Partial<CarRow>, now: Date): Promise<CarRow> {
  const next = { ...change, ...nextVersion(found, Object.keys(change)), updatedAt: now }
  const stored = await tx.update(cars).set(next).where(eq(cars.id, found.id)).returning().catch(throwCarNumberTaken)
  const [row] = stored
  if (!row) throw new Error('update returned no row')
  return row
}

/** The main car, if there is one, is it no longer. */
export async function clearMainCar(tx: Tx, owned: readonly CarRow[], now: Date): Promise<void> {
  const main = owned.find((car) => car.main)
  if (main) await updateCarRow(tx, main, { main: false }, now)
}

/** A plate stands once, whoever has it. @throws AppError CAR_NUMBER_TAKEN where that is why a write failed */
export function throwCarNumberTaken(error: unknown): never {
  throw isUniqueViolation(error, 'cars_car_number') ? new AppError('CAR_NUMBER_TAKEN') : error
}

export const toCar = (row: CarRow): Car => ({
  id: row.id,
  carNumber: row.carNumber,
  carBrandId: row.carBrandId,
  model: row.model,
  color: row.color,
  nickname: row.nickname,
  imageId: row.imageId,
  main: row.main,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
