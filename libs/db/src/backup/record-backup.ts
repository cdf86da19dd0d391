import { createOperationsTables } from '../migrations/operations-tables.ts'
import { openLongSession } from './open-transaction.ts'

/**
 * Records a complete backup, whose time the services report as a metric.
 * @param url of the role that owns the tables
 * @param at time of the snapshot
 */
export async function recordBackup(url: string, at: Date): Promise<void> {
  const sql = openLongSession(url, 'backup')
  try {
    await sql.begin(async (tx) => {
      await createOperationsTables(tx)
      await tx`lock table operations.backup in exclusive mode` // of two concurrent backups the newer one counts
      await tx`insert into operations.backup (at) values (${at.toISOString()})`
      await tx`delete from operations.backup where at < (select max(at) from operations.backup)`
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}
