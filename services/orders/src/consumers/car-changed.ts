import type { DeliveredEvent } from '@kingcar/bus'
import { uuidv7Time } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { hasLeft, lockMemberWrites } from '../member/queries.ts'
import { cars } from '../tables.ts'
import { decideRecentVisits, type UseOnVisitsContext } from '../use-log/use-on-visits.ts'

/**
 * Projects members' cars and the time when each plate was registered. That is the time in the event's id, since the
 * event is written when a car gets a plate or is removed. Cars of former members are ignored. A product that is bound
 * to the car may have waited for its plate, so recent visits are decided again: those that began shortly before, and
 * those that arrived before this event.
 */
export async function onCarChanged(
  ctx: UseOnVisitsContext,
  { id: eventId, payload }: DeliveredEvent<'member.carChanged'>,
): Promise<void> {
  const { carId: id, memberId, carNumber, removed, version } = payload
  const since = new Date(uuidv7Time(eventId) ?? ctx.now())
  await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId)
    if (await hasLeft(tx, memberId)) return
    const change = { memberId, carNumber, since, removed, version }
    await tx
      .insert(cars)
      .values({ id, ...change })
      .onConflictDoUpdate({
        target: cars.id,
        set: { ...change, ...(removed && { businessNumber: null }) },
        setWhere: sql`${cars.version} < excluded.version`,
      })
  })
  if (!removed) await decideRecentVisits(ctx, [{ memberId, at: since, carNumber }])
}
