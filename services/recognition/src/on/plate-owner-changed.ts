import type { DeliveredEvent } from '@kingcar/bus'
import { hasLeft, lockMemberEvents, markProcessed, type Tx } from '@kingcar/db'
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { forgetCorrectionsTo } from '../correction/store.ts'
import { memberNames, plates, visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'
import { lockPlates } from '../visit/store.ts'
import { durable } from './consumer.ts'

/** Screens can resume for as long: a visit that arrived within it is sent again when its name changes. */
export const shown = gt(visits.receivedAt, sql`now() - interval '24 hours'`)

type Payload = DeliveredEvent<'member.plateOwnerChanged'>['payload']
type Owner = { carNumber: string; memberId: string; name: string | null }

/**
 * Keeps the owners of plates. Visits remember whose they were: an earlier owner's stay theirs. Those of today that had
 * nobody's name become the new owner's, who may just have registered at the gate, and a member's new name replaces the old.
 */
export async function onPlateOwnerChanged(ctx: Ctx, event: DeliveredEvent<'member.plateOwnerChanged'>): Promise<void> {
  const { carNumber } = event.payload
  const described = await ctx.db.transaction(async (tx) => {
    const owner = await presentOwner(tx, event.payload)
    const { memberId, name } = owner
    await lockPlates(tx, [carNumber]) // as whoever counts its visits does, and before any row
    const news = (await markProcessed(tx, durable, event.id)) ? await storeOwner(tx, owner) : undefined
    if (news && changesHands(news.previous, memberId)) await forgetCorrectionsTo(tx, [carNumber])
    if (memberId === null) return []
    if (news) {
      if (name !== null) await tx.insert(memberNames).values({ memberId, name }).onConflictDoNothing()
      await nameVisits(tx, { carNumber, memberId, name })
    }
    // Also when the event comes again: the first time may have ended before they were published.
    const rows = await tx
      .select({ id: visits.id })
      .from(visits)
      .where(and(ofPlate(carNumber), eq(visits.memberId, memberId), shown))
    return describeVisits(
      tx,
      rows.map(({ id }) => id),
    )
  })
  await ctx.publishVisits(described)
}

/** The plate of a member who has left is nobody's, however late the event comes. */
async function presentOwner(tx: Tx, payload: Payload): Promise<Payload> {
  if (payload.memberId === null) return payload
  await lockMemberEvents(tx, payload.memberId)
  return (await hasLeft(tx, payload.memberId)) ? { ...payload, memberId: null, name: null } : payload
}

/** Also where nobody knew of an owner: one who has left by now. A guest who registers keeps what is known of the car. */
const changesHands = (previous: string | null, memberId: string | null) =>
  previous === null ? memberId === null : previous !== memberId

/** Gives the owner before; undefined where the event is no newer than what is known of the plate. */
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
  const guests = and(isNull(visits.memberId), shown)
  const renamed = and(eq(visits.memberId, memberId), or(isNull(visits.memberName), ne(visits.memberName, name ?? '')))
  await tx
    .update(visits)
    .set({ memberId, memberName: name, revision: sql`${visits.revision} + 1` })
    .where(and(ofPlate(carNumber), or(guests, renamed)))
}

/** Merged or not: each kind has an index of its own. */
const ofPlate = (carNumber: string) =>
  sql`${visits.id} in (
    select id from visits where car_number = ${carNumber} and merged_into is null
    union all
    select id from visits where car_number = ${carNumber} and merged_into is not null
  )`
