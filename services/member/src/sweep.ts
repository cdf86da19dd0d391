import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { sweepFailures } from './limit/limits.ts'
import { sessions } from './tables.ts'

/** Removes what nothing looks at any more: old failures, and sessions that have been over for 90 days. */
export const sweep = (db: Pick<Database, 'transaction'>): Promise<void> =>
  db.transaction(async (tx) => {
    await sweepFailures(tx)
    await tx.delete(sessions).where(sql`${sessions.expiresAt} < now() - interval '90 days'`)
  })
