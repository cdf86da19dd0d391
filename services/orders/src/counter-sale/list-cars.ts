import type { Caller } from '@kingcar/bus'
import { AppError, type CounterCar, type contract, type Input } from '@kingcar/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { cars, members } from '../tables.ts'

/** The cars of a member, for a sale at the counter. */
export async function listCounterCars(
  { db: { read } }: Pick<Ctx, 'db'>,
  { memberId }: Input<typeof contract.orders.listCounterCars>,
  caller: Caller,
): Promise<CounterCar[]> {
  const isOwn = and(eq(members.id, memberId), isNull(members.leftAt), ofOwnVisitors(members.id, caller))
  if ((await read.$count(members, isOwn)) === 0) throw new AppError('MEMBER_NOT_FOUND')
  return read
    .select({ id: cars.id, carNumber: cars.carNumber, businessNumber: cars.businessNumber })
    .from(cars)
    .where(and(eq(cars.memberId, memberId), eq(cars.removed, false)))
    .orderBy(cars.since, cars.id)
}
