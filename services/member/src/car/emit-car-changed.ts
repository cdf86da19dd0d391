import { emit, type Tx } from '@kingcar/db'
import type { CarRow } from '../tables.ts'

type CarIdentity = Pick<CarRow, 'id' | 'memberId' | 'carNumber' | 'version'>

/** Publishes that a car has a new plate. The time of the event is the time of the registration. */
export const emitCarChanged = (tx: Tx, car: CarIdentity) => emitChange(tx, car, false)

/** Publishes that a car was removed, with the version after its last one. */
export const emitCarRemoved = (tx: Tx, car: CarIdentity) =>
  emitChange(tx, Object.assign({}, car, { version: car.version + 1 }), true)

const emitChange = (tx: Tx, { id, memberId, carNumber, version }: CarIdentity, removed: boolean) =>
  emit(tx, 'member.carChanged', { carId: id, memberId, carNumber, removed, version })
