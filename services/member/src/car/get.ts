import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Car } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { callingMember } from '../member/calling-member.ts'
import { toCar } from './queries.ts'

/** Returns one of the calling member's cars. @throws AppError CAR_NOT_FOUND, also for another member's car */
export async function getCar(
  { cars }: Pick<Ctx, 'cars'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<Car>> {
  const [row] = await cars.byId.execute({ id, memberId: callingMember(caller).id })
  if (!row) throw new AppError('CAR_NOT_FOUND')
  return { result: toCar(row), version: row.version }
}
