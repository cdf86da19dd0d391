import type { Reader, Tx } from '@kingcar/db'
import { isDemoRow } from '@kingcar/service'
import { and, asc, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { cars, type MemberRow, members, orders, screens, userProducts } from '../tables.ts'

const isAmong = (column: SQL, ids: readonly string[]) => sql`${column} = any(${makePgArray([...ids])}::uuid[])`

/**
 * The condition that a demo member stays: a person edited or uses the account, or added a car.
 * @param inUse ids of members who have to stay
 */
const isKept = (inUse: readonly string[]) =>
  or(
    isAmong(sql`${members.id}`, inUse),
    sql`${members.fieldVersions} <> '{}'`,
    isNotNull(members.passwordHash),
    isNotNull(members.socialSubject),
    sql`exists (
      select from ${cars} where ${eq(cars.memberId, members.id)} and (not ${isDemoRow(cars.id)} or ${cars.fieldVersions} <> '{}')
    )`,
  ) ?? sql`false`

/** Counts the demo's members. */
export async function countDemoMembers(read: Reader, inUse: readonly string[]) {
  const kept = isKept(inUse)
  const [row] = await read
    .select({
      removable: sql<number>`count(*) filter (where not (${kept}))::integer`,
      kept: sql<number>`count(*) filter (where ${kept})::integer`,
    })
    .from(members)
    .where(isDemoRow(members.id))
  return [{ kind: 'members' as const, removable: row?.removable ?? 0, kept: row?.kept ?? 0 }]
}

/** The demo's stores with wall screens. */
export async function findDemoStoresWithScreens(read: Reader): Promise<string[]> {
  const rows = await read.selectDistinct({ id: screens.storeId }).from(screens).where(isDemoRow(screens.storeId))
  return rows.map(({ id }) => id)
}

/** Locks some of the demo's members who do not stay. */
export const lockDemoMembers = (tx: Tx, inUse: readonly string[], size: number): Promise<MemberRow[]> =>
  tx
    .select()
    .from(members)
    .where(and(isDemoRow(members.id), not(isKept(inUse))))
    .orderBy(asc(members.id))
    .limit(size)
    .for('update')

/**
 * Deletes the copies of orders and products that the orders service has removed: all copies of those demo members on
 * whom nothing depends there.
 */
export async function forgetDemoOrders(tx: Tx, inUse: readonly string[]): Promise<void> {
  for (const table of [orders, userProducts])
    await tx.delete(table).where(and(isDemoRow(table.memberId), not(isAmong(sql`${table.memberId}`, inUse))))
}
