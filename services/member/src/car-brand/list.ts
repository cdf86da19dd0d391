import type { CarBrand } from '@kingcar/contract'
import type { Ctx } from '../context.ts'

/**
 * Lists all brands with their models: domestic brands, imported ones, makers of trucks and buses, and last all others.
 */
export const listCarBrands = ({ carBrands }: Pick<Ctx, 'carBrands'>): Promise<CarBrand[]> => carBrands()
