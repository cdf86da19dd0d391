import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed, type Tx } from '@kingcar/db'
import { hasLeft, lockMemberEvents } from '@kingcar/service'
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { forgetCorrectionsTo } from '../correction/queries.ts'
import { memberNames, plates, visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'
import { lockPlates } from '../visit/queries.ts'
import { durable } from './durable.ts'

/** Screens can resume for 24 hours, so a visit of that time is published again when its name changes. */
export const resendable = gt(visits.receivedAt, sql`now() - interval '24 hours'`)

type Payload = DeliveredEvent<'member.plateOwnerChanged'>['payload']
type Owner = Pick<Payload, 'memberId' | 'name'>
type Plates = readonly Pick<Payload, 'carNumber' | 'version'>[]

/**
 * Stores the owner of plates. Past visits keep their owner, with two exceptions in the last 24 hours: visits without
 * an owner get the new one, who may just have registered at the gate, and a member's new name replaces the old one.
 */
export async function onPlateOwnerChanged(
  ctx: Pick<Ctx, 'db' | 'publishVisits'>,
  event: DeliveredEvent<'member.plateOwnerChanged'>,
): Promise<void> {
  const { carNumber, version, others = [] } = event.payload
  const changed = [{ carNumber, version }, ...others]
  const carNumbers = changed.map((plate) => plate.carNumber)
  const described = await ctx.db.transaction(async (tx) => {
    const owner = await currentOwner(tx, event.payload)
    const { memberId, name } = owner
    await lockPlates(tx, carNumbers) // before any row, like every writer of visits
    const updated = (await markProcessed(tx, durable, event.id)) ? await storeOwner(tx, changed, owner) : []
    const handedOver = updated.filter(({ previous }) => changesHands(previous, memberId))
    if (handedOver.length > 0)
      await forgetCorrectionsTo(
        tx,
        handedOver.map((plate) => plate.carNumber),
      )
    if (memberId === null) return []
    if (updated.length > 0) {
      if (name !== null) await tx.insert(memberNames).values({ memberId, name }).onConflictDoNothing()
      await nameVisits(
        tx,
        updated.map((plate) => plate.carNumber),
        { memberId, name },
      )
    }
    // Also after a redelivery: the first attempt may have failed before publishing.
    const rows = await tx
      .select({ id: visits.id })
      .from(visits)
      .where(and(ofPlates(carNumbers), eq(visits.memberId, memberId), resendable))
    return describeVisits(
      tx,
      rows.map(({ id }) => id),
    )
  })
  await ctx.publishVisits(described)
}

/** A former member owns no plate, however late the event arrives. */
async function currentOwner(tx: Tx, { memberId, name }: Owner): Promise<Owner> {
  if (memberId === null) return { memberId, name }
  lockMemberEvents(tx, memberId)
  return (await hasLeft(tx, memberId)) ? { memberId: null, name: null } : { memberId, name }
}

/**
 * Whether a plate gets another owner. A plate that has no owner before and after was a former member's. A guest who
 * registers keeps the corrections of the car.
 */
const changesHands = (previous: string | null, memberId: string | null) =>
  previous === null ? memberId === null : previous !== memberId

/** Returns the plates whose stored owner is not newer than the event, with their previous owners. */
const storeOwner = (tx: Tx, changed: Plates, { memberId, name: memberName }: Owner) =>
  tx
    .insert(plates)
    .values(changed.map(({ carNumber, version: ownerVersion }) => ({ carNumber, memberId, memberName, ownerVersion })))
    .onConflictDoUpdate({
      target: plates.carNumber,
      set: { memberId, memberName, ownerVersion: sql`excluded.owner_version` },
      setWhere: sql`${plates.ownerVersion} < excluded.owner_version`,
    })
    .returning({ carNumber: plates.carNumber, previous: sql<string | null>`old.member_id` })

async function nameVisits(
  tx: Tx,
  carNumbers: readonly string[],
  { memberId, name }: { memberId: string; name: string | null },
): Promise<void> {
  const guests = and(isNull(visits.memberId), resendable)
  const renamed = and(eq(visits.memberId, memberId), or(isNull(visits.memberName), ne(visits.memberName, name ?? '')))
  await tx
    .update(visits)
    .set({ memberId, memberName: name, revision: sql`${visits.revision} + 1` })
    .where(and(ofPlates(carNumbers), or(guests, renamed)))
}

/** Merged visits and others separately, because each kind has its own index. */
const ofPlates = (carNumbers: readonly string[]) => {
  const isOfThem = sql`car_number = any(${makePgArray([...carNumbers])}::text[])`
  return sql`${visits.id} in (
    select id from visits where ${isOfThem} and merged_into is null
    union all
    select id from visits where ${isOfThem} and merged_into is not null
  )`
}
