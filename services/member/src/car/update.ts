import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Car, type contract, type Input } from '@kingcar/contract'
import { assertUnchanged, difference } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { callingMember, lockCallingMember } from '../member/calling-member.ts'
import { parseCarFields } from './car.ts'
import { assertReferences, findOwnCar } from './checks.ts'
import { emitCarChanged } from './emit-car-changed.ts'
import { emitCarImagesChanged, waitForImage } from './images.ts'
import { changePlateOwners, type PlateOwner } from './plate-owner.ts'
import { clearMainCar, selectCars, toCar, updateCarRow } from './queries.ts'

const chooseAnother = {
  path: 'main',
  ko: '대표 차량은 해제할 수 없어요. 다른 차량을 대표로 정해 주세요.',
  en: 'Is the main car; make another one the main car instead.',
}

/** Changes fields of a car. If it becomes the main car, the previous main car changes too. */
export async function updateCar(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, ...patch }: Input<typeof contract.member.updateCar>,
  caller: Caller,
): Promise<Versioned<Car>> {
  const fields = parseCarFields(patch)
  if (fields.imageId) await waitForImage(ctx, callingMember(caller).id, fields.imageId)
  return ctx.db.transaction(async (tx) => {
    const { id: memberId, name } = await lockCallingMember(tx, caller)
    const owned = await selectCars(tx, memberId)
    const found = findOwnCar(owned, id)
    assertUnchanged(caller.ifMatch, found)
    await assertReferences(tx, memberId, fields)
    const changed = difference(found, fields)
    if (!changed) return { result: toCar(found), version: found.version }
    if (changed.after.main === false) throw new AppError('VALIDATION_FAILED', { details: [chooseAnother] })

    if (changed.after.main) await clearMainCar(tx, owned, ctx.now())
    const row = await updateCarRow(tx, found, changed.after, ctx.now())
    if (row.carNumber !== found.carNumber) {
      const owners = new Map<string, PlateOwner | null>([[found.carNumber, null]])
      await changePlateOwners(tx, owners.set(row.carNumber, { memberId, name }))
      await emitCarChanged(tx, row)
    }
    if (row.imageId !== found.imageId) await emitCarImagesChanged(tx, [row])
    return { result: toCar(row), version: row.version }
  })
}
