import { emit, type Tx } from '@kingcar/db'
import type { CarRow } from '../tables.ts'

type CarIdentity = Pick<CarRow, 'id' | 'memberId' | 'carNumber' | 'version'>

/** Tells every service of a car that has a plate from now on. The event's time is when it was registered. */
export const emitCarChanged = (tx: Tx, car: CarIdentity) => emitChange(tx, car, false)

/** Tells that a car is gone: the version after its last. */
export const emitCarRemoved = (tx: Tx, car: CarIdentity) =>
  emitChange(tx, Object.assign({}, car, { version: car.version + 1 }), true)

const emitChange = (tx: Tx, { id, memberId, carNumber, version }: CarIdentity, removed: boolean) =>
  emit(tx, 'member.carChanged', { carId: id, memberId, carNumber, removed, version })
