import { type Database, emitAll, type Tx } from '@kingcar/db'
import { type DemoPerson, demoDeadline, demoHistory, demoPeople, isDemoRow } from '@kingcar/service/demo'
import { emitCarsChanged } from '../car/emit-car-changed.ts'
import { changePlateOwners } from '../car/plate-owner.ts'
import { memberChangeOf } from '../member/queries.ts'
import { carBrands, cars, formerMembers, members } from '../tables.ts'

/**
 * Stores the demo's members and cars, and those of the history if there is one. Existing ones stay as they are, and a
 * removed demo is not stored again.
 * @param until end of the history
 * @returns the number of new cars
 */
export function storeDemoMembers(db: Database, until?: Date): Promise<number> {
  const people = until
    ? demoHistory(until).members.map(({ person, joinedAt }) => ({ person, createdAt: new Date(joinedAt) }))
    : demoPeople.map((person) => ({ person, createdAt: new Date() }))
  return db.transaction(async (tx) => {
    if ((await tx.$count(formerMembers, isDemoRow(formerMembers.id))) > 0) return 0
    const rows = people.map(({ person: { cars: _cars, ...fields }, createdAt }) => ({
      ...fields,
      provider: 'KINGCAR' as const,
      createdAt,
    }))
    const joined = await tx.insert(members).values(rows).onConflictDoNothing().returning()
    await emitAll(tx, 'member.changed', joined.map(memberChangeOf))
    const isNew = new Set(joined.map(({ id }) => id))
    return storeCars(
      tx,
      people.filter(({ person }) => isNew.has(person.id)),
    )
  }, demoDeadline)
}

async function storeCars(tx: Tx, people: readonly { person: DemoPerson; createdAt: Date }[]): Promise<number> {
  const brands = await tx.select({ id: carBrands.id, name: carBrands.name }).from(carBrands)
  const rows = people.flatMap(({ person, createdAt }) =>
    person.cars.map(({ id, carNumber, brand, model }, position) => {
      const carBrandId = brands.find(({ name }) => name === brand)?.id
      if (carBrandId === undefined) throw new Error(`unknown brand ${brand}`)
      return { id, memberId: person.id, carNumber, carBrandId, model, main: position === 0, createdAt }
    }),
  )
  if (rows.length === 0) return 0
  const added = await tx.insert(cars).values(rows).onConflictDoNothing().returning()
  const owners = people.map(({ person: { id: memberId, name } }) => ({ memberId, name }))
  const ownerOf = (memberId: string) => owners.find((owner) => owner.memberId === memberId) ?? null
  await changePlateOwners(tx, new Map(added.map(({ carNumber, memberId }) => [carNumber, ownerOf(memberId)])))
  await emitCarsChanged(tx, added)
  return added.length
}
