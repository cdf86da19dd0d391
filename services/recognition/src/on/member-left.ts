import type { DeliveredEvent } from '@kingcar/bus'
import { lockMemberEvents, type Tx } from '@kingcar/db'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { forgetCorrectionsTo } from '../correction/store.ts'
import { formerMembers, memberNames, plates, visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'
import { lockPlates } from '../visit/store.ts'
import { shown } from './plate-owner-changed.ts'

/** Visits that one transaction changes or describes, well within its time. */
const atOnce = 500

/**
 * Erases the name of a member who has left. Past visits keep the id, which names nobody any more, so that what was counted
 * stays; those that screens can still show are sent again as a guest's. Each step may be repeated: the event comes again
 * until the last is done. After the first no visit begins with the name, so what bears it only becomes less.
 */
export async function onMemberLeft(ctx: Ctx, { payload }: DeliveredEvent<'member.left'>): Promise<void> {
  const { memberId, leftAt } = payload
  await ctx.db.transaction((tx) => forgetMember(tx, memberId, new Date(leftAt)))
  for (let left = true; left; ) left = await ctx.db.transaction((tx) => eraseNames(tx, memberId))
  await sendAgain(ctx, memberId)
}

async function forgetMember(tx: Tx, memberId: string, leftAt: Date): Promise<void> {
  await lockMemberEvents(tx, memberId)
  const owned = await tx.select({ carNumber: plates.carNumber }).from(plates).where(eq(plates.memberId, memberId))
  const carNumbers = owned.map(({ carNumber }) => carNumber)
  await lockPlates(tx, carNumbers)
  await forgetCorrectionsTo(tx, carNumbers)
  await tx.insert(formerMembers).values({ id: memberId, leftAt }).onConflictDoNothing()
  await tx.delete(memberNames).where(eq(memberNames.memberId, memberId))
  await tx.update(plates).set({ memberId: null, memberName: null }).where(eq(plates.memberId, memberId))
}

/** Gives whether there were any. */
async function eraseNames(tx: Tx, memberId: string): Promise<boolean> {
  const named = await tx.execute<{ id: string; carNumber: string }>(
    visitsOf(memberId, isNotNull(visits.memberName), sql`limit ${atOnce}`),
  )
  if (named.length === 0) return false
  // As whoever changes their visits does: two that take rows in different orders would wait for each other.
  await lockPlates(
    tx,
    named.map(({ carNumber }) => carNumber),
  )
  const ids = makePgArray(named.map(({ id }) => id))
  await tx
    .update(visits)
    .set({ memberName: null, revision: sql`${visits.revision} + 1` })
    .where(and(sql`${visits.id} = any(${ids}::uuid[])`, eq(visits.memberId, memberId), isNotNull(visits.memberName)))
  return true
}

async function sendAgain({ db, metrics, publishVisits }: Ctx, memberId: string): Promise<void> {
  const rows = await db.transaction((tx) => tx.execute<{ id: string }>(visitsOf(memberId, shown)))
  for (let from = 0; from < rows.length; from += atOnce) {
    const ids = rows.slice(from, from + atOnce).map(({ id }) => id)
    metrics.visits.inc(await publishVisits(await db.transaction((tx) => describeVisits(tx, ids))))
  }
}

/** A member's visits, merged ones too: each kind has its index. */
const visitsOf = (memberId: string, which: SQL, limit = sql``): SQL => {
  const some = (kind: SQL) => sql`
    select ${visits.id}, ${visits.carNumber} as "carNumber" from ${visits}
    where ${visits.memberId} = ${memberId} and ${visits.mergedInto} ${kind} and ${which}`
  return sql`(${some(sql`is null`)} ${limit}) union all (${some(sql`is not null`)} ${limit})`
}
