import { emit, type Tx } from '@kingcar/db'
import type { CarRow } from '../tables.ts'

type Told = Pick<CarRow, 'id' | 'memberId' | 'carNumber' | 'version'>

/** Tells every service of a car that has a plate from now on. The event's time is when it was registered. */
export const emitCar = (tx: Tx, car: Told) => tell(tx, car, false)

/** Tells that a car is gone: the version after its last. */
export const emitCarGone = (tx: Tx, car: Told) => tell(tx, Object.assign({}, car, { version: car.version + 1 }), true)

const tell = (tx: Tx, { id, memberId, carNumber, version }: Told, removed: boolean) =>
  emit(tx, 'member.carChanged', { carId: id, memberId, carNumber, removed, version })
