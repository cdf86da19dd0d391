import { emit, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { cars, plateVersions } from '../tables.ts'

export type PlateOwner = { memberId: string; name: string }

/**
 * Publishes the new owners of plates (in their normal form); null means that a plate has no owner any more. All plates
 * of one owner are one event. Called after the cars are written. It locks the plates in their order, so that two
 * concurrent calls wait for each other instead of a deadlock.
 */
export async function changePlateOwners(tx: Tx, owners: ReadonlyMap<string, PlateOwner | null>): Promise<void> {
  if (owners.size === 0) return
  const changed = await tx
    .insert(plateVersions)
    .values([...owners.keys()].sort().map((carNumber) => ({ carNumber, version: 1 })))
    .onConflictDoUpdate({ target: plateVersions.carNumber, set: { version: sql`${plateVersions.version} + 1` } })
    .returning({ carNumber: plateVersions.carNumber, version: plateVersions.version })
  for (const [owner, plates] of Map.groupBy(changed, ({ carNumber }) => owners.get(carNumber) ?? null)) {
    const [first, ...others] = plates
    if (!first) continue
    const { memberId = null, name = null } = owner ?? {}
    await emit(tx, 'member.plateOwnerChanged', { ...first, memberId, name, ...(others.length > 0 && { others }) })
  }
}

/** Publishes the new name of the owner of a member's plates. The caller has locked the member. */
export async function renamePlateOwner(tx: Tx, memberId: string, name: string): Promise<void> {
  const owned = await tx.select({ carNumber: cars.carNumber }).from(cars).where(eq(cars.memberId, memberId))
  const owner = { memberId, name }
  await changePlateOwners(tx, new Map(owned.map(({ carNumber }) => [carNumber, owner])))
}
