import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Car, type CarBrand } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { callingMember } from '../member/calling-member.ts'
import { toCar } from './queries.ts'

/** The caller's cars, the main one first, then as they were registered. */
export async function listCars({ cars }: Ctx, _input: object, caller: Caller): Promise<Car[]> {
  const rows = await cars.ofMember.execute({ memberId: callingMember(caller).id })
  return rows.map(toCar)
}

/** One of the caller's cars; another member's is as if it were not there. */
export async function getCar({ cars }: Ctx, { id }: { id: string }, caller: Caller): Promise<Versioned<Car>> {
  const [row] = await cars.byId.execute({ id, memberId: callingMember(caller).id })
  if (!row) throw new AppError('CAR_NOT_FOUND')
  return { result: toCar(row), version: row.version }
}

/** Every brand with its models: the domestic ones, the imported ones, makers of trucks and buses, and last all others. */
export const listCarBrands = ({ carBrands }: Ctx): Promise<CarBrand[]> => carBrands()
