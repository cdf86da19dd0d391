import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { hasCarBrand } from '../car-brand/queries.ts'
import type { CarRow } from '../tables.ts'
import type { CarFields } from './car.ts'
import { lockImage } from './images.ts'

/** Finds one of a member's cars. @throws AppError CAR_NOT_FOUND, also for another member's car */
export function findOwnCar(owned: readonly CarRow[], id: string): CarRow {
  const found = owned.find((car) => car.id === id)
  if (!found) throw new AppError('CAR_NOT_FOUND')
  return found
}

/** Checks the brand and the picture that a car names. @throws AppError CAR_BRAND_NOT_FOUND, IMAGE_NOT_FOUND */
export async function assertReferences(tx: Tx, memberId: string, { carBrandId, imageId }: CarFields): Promise<void> {
  if (carBrandId !== undefined && !(await hasCarBrand(tx, carBrandId))) throw new AppError('CAR_BRAND_NOT_FOUND')
  if (typeof imageId === 'string') await lockImage(tx, memberId, imageId)
}
