import type { Caller } from '@kingcar/bus'
import { AppError, type Car, contract, type Input, maximumCars } from '@kingcar/contract'
import { withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { callingMember, lockCallingMember } from '../member/calling-member.ts'
import { parseCarFields } from './car.ts'
import { assertReferences } from './checks.ts'
import { emitCarChanged } from './emit-car-changed.ts'
import { emitCarImagesChanged, waitForImage } from './images.ts'
import { changePlateOwners } from './plate-owner.ts'
import { clearMainCar, insertCar, selectCars, toCar } from './queries.ts'

const op = contract.member.createCar

/** Registers a car of the calling member. The first car is the main car; a later one only if the input says so. */
export async function createCar(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Car> {
  const fields = { ...input, ...parseCarFields(input) }
  if (fields.imageId) await waitForImage(ctx, callingMember(caller).id, fields.imageId)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const { id: memberId, name } = await lockCallingMember(tx, caller)
    await assertReferences(tx, memberId, fields)
    const owned = await selectCars(tx, memberId)
    if (owned.length >= maximumCars) throw new AppError('CAR_LIMIT')

    const main = owned.length === 0 || fields.main === true
    if (main) await clearMainCar(tx, owned, ctx.now())
    const row = await insertCar(tx, { ...fields, memberId, main })
    await changePlateOwners(tx, new Map([[row.carNumber, { memberId, name }]]))
    await emitCarChanged(tx, row)
    if (row.imageId !== null) await emitCarImagesChanged(tx, [row])
    return toCar(row)
  })
}
