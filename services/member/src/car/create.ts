import type { Caller } from '@kingcar/bus'
import { AppError, type Car, carLimit, contract, type Input } from '@kingcar/contract'
import { withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { lockMember, memberOf } from '../member/lock.ts'
import { cars } from '../tables.ts'
import { readCar } from './car.ts'
import { assertReferences, carsOf, refuseTaken, takeMain, toCar } from './cars.ts'
import { awaitImage, emitCarImage } from './images.ts'
import { changePlateOwner } from './plate-owner.ts'
import { emitCar } from './tell.ts'

const op = contract.member.createCar

/** Registers a car of the caller. The first is the main one; a later one becomes it where it says so. */
export async function createCar(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Car> {
  const fields = { ...input, ...readCar(input) }
  if (fields.imageId) await awaitImage(ctx, memberOf(caller).id, fields.imageId)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const { id: memberId, name } = await lockMember(tx, caller)
    await assertReferences(tx, memberId, fields)
    const owned = await carsOf(tx, memberId)
    if (owned.length >= carLimit) throw new AppError('CAR_LIMIT')

    const main = owned.length === 0 || fields.main === true
    if (main) await takeMain(tx, owned, ctx.now())
    const [row] = await tx
      .insert(cars)
      .values({ ...fields, memberId, main })
      .returning()
      .catch(refuseTaken)
    if (!row) throw new Error('insert returned no row')
    await changePlateOwner(tx, row.carNumber, { memberId, name })
    await emitCar(tx, row)
    if (row.imageId !== null) await emitCarImage(tx, row)
    return toCar(row)
  })
}
