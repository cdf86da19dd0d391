import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Car, type contract, type Input } from '@kingcar/contract'
import { assertUnchanged, difference } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { lockMember, memberOf } from '../member/calling-member.ts'
import { readCar } from './car.ts'
import { emitCar } from './emit-car-changed.ts'
import { awaitImage, emitCarImage } from './images.ts'
import { changePlateOwners, type Owner } from './plate-owner.ts'
import { assertReferences, carsOf, findCar, storeCar, takeMain, toCar } from './queries.ts'

const chooseAnother = {
  path: 'main',
  ko: '대표 차량은 해제할 수 없어요. 다른 차량을 대표로 정해 주세요.',
  en: 'Is the main car; make another one the main car instead.',
}

/** Changes any of a car's fields. Where another car was the main one, that car changes too. */
export async function updateCar(
  ctx: Ctx,
  { id, ...patch }: Input<typeof contract.member.updateCar>,
  caller: Caller,
): Promise<Versioned<Car>> {
  const fields = readCar(patch)
  if (fields.imageId) await awaitImage(ctx, memberOf(caller).id, fields.imageId)
  return ctx.db.transaction(async (tx) => {
    const { id: memberId, name } = await lockMember(tx, caller)
    const owned = await carsOf(tx, memberId)
    const found = findCar(owned, id)
    assertUnchanged(caller.ifMatch, found)
    await assertReferences(tx, memberId, fields)
    const changed = difference(found, fields)
    if (!changed) return { result: toCar(found), version: found.version }
    if (changed.after.main === false) throw new AppError('VALIDATION_FAILED', { details: [chooseAnother] })

    if (changed.after.main) await takeMain(tx, owned, ctx.now())
    const row = await storeCar(tx, found, changed.after, ctx.now())
    if (row.carNumber !== found.carNumber) {
      const owners = new Map<string, Owner | null>([[found.carNumber, null]])
      await changePlateOwners(tx, owners.set(row.carNumber, { memberId, name }))
      await emitCar(tx, row)
    }
    if (row.imageId !== found.imageId) await emitCarImage(tx, row)
    return { result: toCar(row), version: row.version }
  })
}
