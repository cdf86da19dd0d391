import { AppError, type Car } from '@kingcar/contract'
import { isUniqueViolation, nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { type CarRow, cars } from '../tables.ts'

const ofMember = eq(cars.memberId, sql.placeholder('memberId'))
const byRegistration = [asc(cars.createdAt), asc(cars.id)]

/** Frequent reads, prepared once. */
export const prepareCars = (read: Reader) => ({
  /** The main car first, then in the order of registration. */
  ofMember: read
    .select()
    .from(cars)
    .where(ofMember)
    .orderBy(desc(cars.main), ...byRegistration)
    .prepare('cars_of_member'),
  byId: read
    .select()
    .from(cars)
    .where(and(eq(cars.id, sql.placeholder('id')), ofMember))
    .prepare('car_by_id'),
})
export type CarQueries = ReturnType<typeof prepareCars>

/** A member's cars in the order of registration. The caller has locked the member, so that they do not change. */
export const selectCars = (tx: Tx, memberId: string): Promise<CarRow[]> =>
  tx
    .select()
    .from(cars)
    .where(eq(cars.memberId, memberId))
    .orderBy(...byRegistration)

/** @throws AppError CAR_NUMBER_TAKEN */
export async function insertCar(tx: Tx, car: typeof cars.$inferInsert): Promise<CarRow> {
  const [row] = await tx.insert(cars).values(car).returning().catch(throwCarNumberTaken)
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Stores changed fields of a car as its next version. @throws AppError CAR_NUMBER_TAKEN */
export async function updateCarRow(tx: Tx, found: CarRow, change: Partial<CarRow>, now: Date): Promise<CarRow> {
  const next = { ...change, ...nextVersion(found, Object.keys(change)), updatedAt: now }
  const [row] = await tx.update(cars).set(next).where(eq(cars.id, found.id)).returning().catch(throwCarNumberTaken)
  if (!row) throw new Error('update returned no row')
  return row
}

/** If there is a main car, makes it an ordinary one. */
export async function clearMainCar(tx: Tx, owned: readonly CarRow[], now: Date): Promise<void> {
  const main = owned.find((car) => car.main)
  if (main) await updateCarRow(tx, main, { main: false }, now)
}

/** Throws CAR_NUMBER_TAKEN for a unique violation: a plate can be registered once, for all members together. */
function throwCarNumberTaken(error: unknown): never {
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
