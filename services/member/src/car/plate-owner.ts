import { emit, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { plateVersions } from '../tables.ts'

/** Tells every service who a plate (in its normal form) belongs to from now on; null: to nobody. */
export async function changePlateOwner(
  tx: Tx,
  carNumber: string,
  owner: { memberId: string; name: string } | null,
): Promise<void> {
  const [row] = await tx
    .insert(plateVersions)
    .values({ carNumber, version: 1 })
    .onConflictDoUpdate({ target: plateVersions.carNumber, set: { version: sql`${plateVersions.version} + 1` } })
    .returning({ version: plateVersions.version })
  if (!row) throw new Error('upsert returned no row')
  await emit(tx, 'member.plateOwnerChanged', {
    carNumber,
    memberId: owner?.memberId ?? null,
    name: owner?.name ?? null,
    version: row.version,
  })
}
