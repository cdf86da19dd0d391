import type { DeliveredEvent } from '@kingcar/bus'
import { createBatchLimit, inBatches, type Tx } from '@kingcar/db'
import { lockMemberEvents } from '@kingcar/service'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { forgetCorrectionsTo } from '../correction/queries.ts'
import { formerMembers, memberNames, plates, visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'
import { lockPlates } from '../visit/queries.ts'
import { resendable } from './plate-owner-changed.ts'

/** Largest number of visits in one transaction. */
const batchSize = 500

/**
 * Erases the name of a former member. Past visits keep the member id, so that statistics stay correct; visits that
 * screens can still show are published again as a guest's. Every step is idempotent, because the event is redelivered
 * until the last one is done. After the first step no new visit gets the name.
 */
export async function onMemberLeft(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  { payload }: DeliveredEvent<'member.left'>,
): Promise<void> {
  const { memberId, leftAt } = payload
  await ctx.db.transaction((tx) => forgetMember(tx, memberId, new Date(leftAt)))
  const limit = createBatchLimit(batchSize)
  while (await limit((size) => ctx.db.transaction((tx) => eraseNames(tx, memberId, size))));
  await republish(ctx, memberId)
}

async function forgetMember(tx: Tx, memberId: string, leftAt: Date): Promise<void> {
  lockMemberEvents(tx, memberId)
  const owned = await tx.select({ carNumber: plates.carNumber }).from(plates).where(eq(plates.memberId, memberId))
  const carNumbers = owned.map(({ carNumber }) => carNumber)
  await lockPlates(tx, carNumbers)
  await forgetCorrectionsTo(tx, carNumbers)
  await tx.insert(formerMembers).values({ id: memberId, leftAt }).onConflictDoNothing()
  await tx.delete(memberNames).where(eq(memberNames.memberId, memberId))
  await tx.update(plates).set({ memberId: null, memberName: null }).where(eq(plates.memberId, memberId))
}

/** Erases the name from one batch of visits; returns false if there were none. */
async function eraseNames(tx: Tx, memberId: string, size: number): Promise<boolean> {
  const named = await tx.execute<{ id: string; carNumber: string }>(
    visitsOf(memberId, isNotNull(visits.memberName), sql`limit ${size}`),
  )
  if (named.length === 0) return false
  // Plates first, like every writer of visits: otherwise two transactions could deadlock.
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

async function republish(
  { db, metrics, publishVisits }: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  memberId: string,
): Promise<void> {
  const rows = await db.transaction((tx) => tx.execute<{ id: string }>(visitsOf(memberId, resendable)))
  await inBatches(createBatchLimit(batchSize), rows, async (some) => {
    const ids = some.map(({ id }) => id)
    metrics.visits.inc(await publishVisits(await db.transaction((tx) => describeVisits(tx, ids))))
  })
}

/** A member's visits, including merged ones; two queries, because each kind has its own index. */
const visitsOf = (memberId: string, filter: SQL, limit = sql``): SQL => {
  const some = (kind: SQL) => sql`
    select ${visits.id}, ${visits.carNumber} as "carNumber" from ${visits}
    where ${visits.memberId} = ${memberId} and ${visits.mergedInto} ${kind} and ${filter}`
  return sql`(${some(sql`is null`)} ${limit}) union all (${some(sql`is not null`)} ${limit})`
}
