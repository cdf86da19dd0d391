import type { Tx, Version } from '@kingcar/db'
import type { bannerRevision } from '../tables.ts'

/** Counter of a list. A row's version is the value of this counter at the row's last change. */
type RevisionTable = typeof bannerRevision

/**
 * Locks the revision of a list. All writers of its rows take this lock first: batches cannot deadlock, and checks over
 * the whole list stay true until commit.
 */
export async function lockRevision(tx: Tx, table: RevisionTable): Promise<number> {
  const [row] = await tx.select().from(table).for('update')
  if (!row) throw new Error('the list has no revision row')
  return row.revision
}

export async function storeRevision(tx: Tx, table: RevisionTable, revision: number): Promise<void> {
  await tx.update(table).set({ revision })
}

/**
 * The highest version of the list and the rows to be written. Normally the list's revision; during an upgrade a process
 * of an older version, which counts each row separately, may have written a row.
 */
export const latestRevision = (revision: number, rows: readonly Pick<Version, 'version'>[]): number =>
  Math.max(revision, ...rows.map(({ version }) => version))
