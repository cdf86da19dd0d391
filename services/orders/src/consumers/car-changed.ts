import type { DeliveredEvent } from '@kingcar/bus'
import { uuidv7Time } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { hasLeft, lockMemberWrites } from '../member/queries.ts'
import { cars } from '../tables.ts'

/**
 * Projects members' cars and the time when each plate was registered. That is the time in the event's id, since the event is
 * written when a car gets a plate or is removed. Cars of former members are ignored.
 */
export const onCarChanged = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id: eventId, payload }: DeliveredEvent<'member.carChanged'>,
) =>
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
