import { isDeepStrictEqual } from 'node:util'
import type { Admins } from '@kingcar/bus'
import type { AdminGrant } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import { eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { emitGrant, grantOf } from './admin/rights.ts'
import { grantOfKey, isKept } from './api-key/queries.ts'
import { admins, apiKeys } from './tables.ts'

/**
 * Makes the stream ADMINS agree with the tables of administrators and API keys. The stream may lack rights that an
 * earlier version stored, and all rights after the loss of its disk. It may also have rights that the table lacks, if
 * the process died or lost the database between the publication and the commit: such a change has not happened, so the
 * stored rights are published with a newer version.
 */
export async function reconcileRights(db: Database, known: Admins): Promise<void> {
  await reconcile(db, known, admins, grantOf)
  // The secrets of a key end with the key: a deleted key whose last version has expired needs no rights.
  await reconcile(db, known, apiKeys, grantOfKey, or(isKept, gt(apiKeys.expiresAt, sql`now()`)))
}

async function reconcile<T extends typeof admins | typeof apiKeys>(
  db: Database,
  known: Admins,
  table: T,
  grantOfRow: (row: T['$inferSelect']) => AdminGrant,
  which?: SQL,
): Promise<void> {
  const differing = (rows: readonly T['$inferSelect'][]) =>
    rows.filter((row) => !isDeepStrictEqual(known.find(row.id), grantOfRow(row)))
  const from: typeof admins | typeof apiKeys = table
  const ids = differing(await db.read.select().from(from).where(which)).map(({ id }) => id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    const locked = await tx.select().from(from).where(inArray(from.id, ids)).orderBy(from.id).for('update')
    for (const row of differing(locked)) {
      const published = known.find(row.id)?.version ?? 0
      const version = published < row.version ? row.version : published + 1
      await tx.update(from).set({ version }).where(eq(from.id, row.id))
      await emitGrant(tx, { ...grantOfRow(row), version })
    }
  })
}
