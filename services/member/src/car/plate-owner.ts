import { emit, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { cars, plateVersions } from '../tables.ts'

export type PlateOwner = { memberId: string; name: string }

/** Publishes the new owner of a plate (in its normal form); null: it has no owner any more. */
export async function changePlateOwner(tx: Tx, carNumber: string, owner: PlateOwner | null): Promise<void> {
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

/**
 * `changePlateOwner` for several plates. Always in the same order and after the cars are written, so that two such
 * calls wait for each other instead of a deadlock.
 */
export async function changePlateOwners(tx: Tx, owners: ReadonlyMap<string, PlateOwner | null>): Promise<void> {
  for (const [carNumber, owner] of [...owners].sort(byPlate)) await changePlateOwner(tx, carNumber, owner)
}

const byPlate = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => Number(a > b) - Number(a < b)

/** Publishes the new name of the owner of a member's plates. The caller has locked the member. */
export async function renamePlateOwner(tx: Tx, memberId: string, name: string): Promise<void> {
  const owned = await tx.select({ carNumber: cars.carNumber }).from(cars).where(eq(cars.memberId, memberId))
  await changePlateOwners(tx, new Map(owned.map(({ carNumber }) => [carNumber, { memberId, name }])))
}
