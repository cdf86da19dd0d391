import { type AccessLog, type contract, type Input, mostListedMembers, rangeOf } from '@kingcar/contract'
import { inRange, type Tx } from '@kingcar/db'
import { and, arrayContains, eq, type SQL, sql } from 'drizzle-orm'
import { accessLogs } from '../tables.ts'

export type Query = Input<typeof contract.member.listAccessLogs>

export const sortable = { id: accessLogs.id, at: accessLogs.at }
export const newestFirst = 'at,desc'

const { id, at, lastAt, adminId, adminName, address, action, memberIds, requestId } = accessLogs
/** The columns of an entry with all members. */
export const columns = { id, at, lastAt, adminId, adminName, address, action, memberIds, requestId }
/** The columns of an entry in a page, which has only the first members. */
export const listedColumns = {
  ...columns,
  members: sql<number>`cardinality(${memberIds})`,
  memberIds: sql<string[]>`to_json((${memberIds})[:${mostListedMembers}::int])`,
}

type Row = Omit<AccessLog, 'at' | 'lastAt'> & { at: Date; lastAt: Date | null }

export const toAccessLog = ({ at, lastAt, ...row }: Row): AccessLog => ({
  ...row,
  at: at.toISOString(),
  lastAt: (lastAt ?? at).toISOString(),
})

/** Condition for the entries that a query requests. */
export const matchesQuery = ({ adminId, memberId, ...period }: Query): SQL | undefined =>
  and(
    inRange(accessLogs.at, rangeOf(period)),
    adminId === undefined ? undefined : eq(accessLogs.adminId, adminId),
    memberId === undefined ? undefined : arrayContains(accessLogs.memberIds, [memberId]),
  )

/**
 * Largest number of entries that one run deletes: after `ACCESS_LOG_DAYS` was reduced there can be the entries of a
 * year.
 */
const mostDeleted = 10_000

/** Deletes the oldest entries that are older than `ACCESS_LOG_DAYS` days. */
export async function deleteOldAccesses(tx: Tx, days: number): Promise<void> {
  await tx.execute(sql`
    delete from ${accessLogs} where id in (
      select id from ${accessLogs} where at < now() - make_interval(days => ${days}) order by at, id limit ${mostDeleted}
    )`)
}
