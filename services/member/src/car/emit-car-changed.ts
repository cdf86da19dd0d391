import type { EventOf } from '@kingcar/contract'
import { emitAll, type Tx } from '@kingcar/db'
import type { CarRow } from '../tables.ts'

type CarIdentity = Pick<CarRow, 'id' | 'memberId' | 'carNumber' | 'version'>

/** Publishes that a car has a new plate. The time in the event is the time of the registration. */
export const emitCarChanged = (tx: Tx, car: CarIdentity) => emitCarsChanged(tx, [car])

/** `emitCarChanged` for several cars. */
export const emitCarsChanged = (tx: Tx, added: readonly CarIdentity[]) =>
  emitAll(
    tx,
    'member.carChanged',
    added.map((car) => toEvent(car, false)),
  )

/** Publishes that cars were removed, with the version after their last one. */
export const emitCarsRemoved = (tx: Tx, removed: readonly CarIdentity[]) =>
  emitAll(
    tx,
    'member.carChanged',
    removed.map((car) => toEvent(Object.assign({}, car, { version: car.version + 1 }), true)),
  )

const toEvent = (
  { id, memberId, carNumber, version }: CarIdentity,
  removed: boolean,
): EventOf<'member.carChanged'> => ({ carId: id, memberId, carNumber, removed, version })
