import type { DeliveredEvent } from '@kingcar/bus'
import { uuidv7Time } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { hasLeft, lockMemberWrites } from '../member/lock.ts'
import { cars } from '../tables.ts'

/**
 * Keeps which plates members have, and since when: the event's id tells when it was written, which is when the plate was
 * registered, since cars are told of when they get a plate or go. Cars of members who have left stay unknown.
 */
export const onCarChanged = ({ db, now }: Ctx, { id: eventId, payload }: DeliveredEvent<'member.carChanged'>) =>
  db.transaction(async (tx) => {
    const { carId: id, memberId, carNumber, removed, version } = payload
    await lockMemberWrites(tx, memberId)
    if (await hasLeft(tx, memberId)) return
    const since = new Date(uuidv7Time(eventId) ?? now())
    const change = { memberId, carNumber, since, removed, version }
    await tx
      .insert(cars)
      .values({ id, ...change })
      .onConflictDoUpdate({ target: cars.id, set: change, setWhere: sql`${cars.version} < excluded.version` })
  })
