import type { Caller, Versioned } from '@kingcar/bus'
import { assertUnchanged } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { lockCallingMember } from '../member/calling-member.ts'
import { cars } from '../tables.ts'
import { findOwnCar } from './checks.ts'
import { emitCarsRemoved } from './emit-car-changed.ts'
import { emitCarImagesCleared } from './images.ts'
import { changePlateOwners } from './plate-owner.ts'
import { selectCars, updateCarRow } from './queries.ts'

/** Removes a car; its visits stay. If it was the main car, the oldest of the other cars becomes the main car. */
export async function deleteCar(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const member = await lockCallingMember(tx, caller)
    const owned = await selectCars(tx, member.id)
    const found = findOwnCar(owned, id)
    assertUnchanged(caller.ifMatch, found)
    await tx.delete(cars).where(eq(cars.id, found.id))
    const oldest = owned.find((car) => car.id !== found.id)
    if (found.main && oldest) await updateCarRow(tx, oldest, { main: true }, ctx.now())
    await changePlateOwners(tx, new Map([[found.carNumber, null]]))
    await emitCarsRemoved(tx, [found])
    await emitCarImagesCleared(tx, [found])
    return { result: null, version: found.version + 1 }
  })
}
