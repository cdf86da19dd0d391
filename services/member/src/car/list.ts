import type { Caller } from '@kingcar/bus'
import type { Car } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { callingMember } from '../member/calling-member.ts'
import { toCar } from './queries.ts'

/** Lists the calling member's cars: the main car first, then in the order of registration. */
export async function listCars({ cars }: Pick<Ctx, 'cars'>, _input: object, caller: Caller): Promise<Car[]> {
  const rows = await cars.ofMember.execute({ memberId: callingMember(caller).id })
  return rows.map(toCar)
}
