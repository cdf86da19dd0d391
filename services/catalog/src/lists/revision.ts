import type { Tx, Version } from '@kingcar/db'
import type { bannerRevision } from '../tables.ts'

/** Of a list whose rows count their changes together: the version of each is the revision of all in which it last changed. */
type RevisionTable = typeof bannerRevision

/**
 * Locks the revision of a list, which is how those who write its rows take turns: no two batches can wait for each other, and
 * what is judged of all rows stays true. Each change of any of them is the next revision.
 */
export async function lockRevision(tx: Tx, table: RevisionTable): Promise<number> {
  const [row] = await tx.select().from(table).for('update')
  if (!row) throw new Error('a list has no revision')
  return row.revision
}

/** Makes it the revision of the whole list. */
export async function storeRevision(tx: Tx, table: RevisionTable, revision: number): Promise<void> {
  await tx.update(table).set({ revision })
}

/**
 * How far the revision of all and the rows to be written have come. As a rule that is the revision; a process of a version that
 * counted each row for itself may have written one of them meanwhile.
 */
export const latestRevision = (revision: number, rows: readonly Pick<Version, 'version'>[]): number =>
  Math.max(revision, ...rows.map(({ version }) => version))
