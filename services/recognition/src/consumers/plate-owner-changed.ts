import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed, type Tx } from '@kingcar/db'
import { hasLeft, lockMemberEvents } from '@kingcar/service'
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { forgetCorrectionsTo } from '../correction/queries.ts'
import { memberNames, plates, visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'
import { lockPlates } from '../visit/queries.ts'
import { durable } from './durable.ts'

/** Screens can resume for 24 hours, so a visit of that time is published again when its name changes. */
export const resendable = gt(visits.receivedAt, sql`now() - interval '24 hours'`)

type Payload = DeliveredEvent<'member.plateOwnerChanged'>['payload']
type Owner = { carNumber: string; memberId: string; name: string | null }

/**
 * Stores the owner of a plate. Past visits keep their owner, with two exceptions in the last 24 hours: visits without
 * an owner get the new one, who may just have registered at the gate, and a member's new name replaces the old one.
 */
export async function onPlateOwnerChanged(
  ctx: Pick<Ctx, 'db' | 'publishVisits'>,
  event: DeliveredEvent<'member.plateOwnerChanged'>,
): Promise<void> {
  const { carNumber } = event.payload
  const described = await ctx.db.transaction(async (tx) => {
    const owner = await currentOwner(tx, event.payload)
    const { memberId, name } = owner
    await lockPlates(tx, [carNumber]) // before any row, like every writer of visits
    const update = (await markProcessed(tx, durable, event.id)) ? await storeOwner(tx, owner) : undefined
    if (update && changesHands(update.previous, memberId)) await forgetCorrectionsTo(tx, [carNumber])
    if (memberId === null) return []
    if (update) {
      if (name !== null) await tx.insert(memberNames).values({ memberId, name }).onConflictDoNothing()
      await nameVisits(tx, { carNumber, memberId, name })
    }
    // Also after a redelivery: the first attempt may have failed before publishing.
    const rows = await tx
      .select({ id: visits.id })
      .from(visits)
      .where(and(ofPlate(carNumber), eq(visits.memberId, memberId), resendable))
    return describeVisits(
      tx,
      rows.map(({ id }) => id),
    )
  })
  await ctx.publishVisits(described)
}

/** A former member owns no plate, however late the event arrives. */
async function currentOwner(tx: Tx, payload: Payload): Promise<Payload> {
  if (payload.memberId === null) return payload
  await lockMemberEvents(tx, payload.memberId)
  return (await hasLeft(tx, payload.memberId)) ? { ...payload, memberId: null, name: null } : payload
}

/**
 * A plate without an owner that stays so was a former member's. A guest who registers keeps the corrections of the car.
 */
const changesHands = (previous: string | null, memberId: string | null) =>
  previous === null ? memberId === null : previous !== memberId

/** Returns the previous owner; undefined if the event is not newer than the stored owner. */
async function storeOwner(
  tx: Tx,
  { carNumber, memberId, name, version }: Payload,
): Promise<{ previous: string | null } | undefined> {
  const owner = { memberId, memberName: name, ownerVersion: version }
  const [stored] = await tx
    .insert(plates)
    .values({ carNumber, ...owner })
    .onConflictDoUpdate({
      target: plates.carNumber,
      set: owner,
      setWhere: sql`${plates.ownerVersion} < excluded.owner_version`,
    })
    .returning({ previous: sql<string | null>`old.member_id` })
  return stored
}

async function nameVisits(tx: Tx, { carNumber, memberId, name }: Owner): Promise<void> {
  const guests = and(isNull(visits.memberId), resendable)
  const renamed = and(eq(visits.memberId, memberId), or(isNull(visits.memberName), ne(visits.memberName, name ?? '')))
  await tx
    .update(visits)
    .set({ memberId, memberName: name, revision: sql`${visits.revision} + 1` })
    .where(and(ofPlate(carNumber), or(guests, renamed)))
}

/** Merged visits and others separately, because each kind has its own index. */
const ofPlate = (carNumber: string) =>
  sql`${visits.id} in (
    select id from visits where car_number = ${carNumber} and merged_into is null
    union all
    select id from visits where car_number = ${carNumber} and merged_into is not null
  )`
