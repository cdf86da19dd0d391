import type { CarBrand } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { asc, eq } from 'drizzle-orm'
import { carBrands } from '../tables.ts'

/**
 * Returns a function that reads all brands once, in their order: only migrations change them, and a process starts
 * later.
 */
export function prepareCarBrands(read: Reader): () => Promise<CarBrand[]> {
  const statement = read
    .select({ id: carBrands.id, name: carBrands.name, nameEn: carBrands.nameEn, models: carBrands.models })
    .from(carBrands)
    .orderBy(asc(carBrands.position))
    .prepare('car_brands')
  let cached: Promise<CarBrand[]> | undefined
  const load = async () => (await statement.execute()).map((row) => Object.assign(row, { imageUrl: null }))
  return () => {
    cached ??= load().catch((error: unknown) => {
      cached = undefined // after a failure the next call reads again
      throw error
    })
    return cached
  }
}
export type CarBrandQuery = ReturnType<typeof prepareCarBrands>

export async function hasCarBrand(tx: Tx, id: string): Promise<boolean> {
  const [brand] = await tx.select({ id: carBrands.id }).from(carBrands).where(eq(carBrands.id, id))
  return brand !== undefined
}
