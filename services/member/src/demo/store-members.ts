import { createHash } from 'node:crypto'
import type { Database, Tx } from '@kingcar/db'
import { emitCarChanged } from '../car/emit-car-changed.ts'
import { changePlateOwners } from '../car/plate-owner.ts'
import { emitMemberChanged } from '../member/queries.ts'
import { carBrands, cars, members } from '../tables.ts'
import { type DemoMember, demoMembers } from './data.ts'

/** Stores the demo's members and cars. Existing ones stay as they are. @returns the number of new cars */
export function storeDemoMembers(db: Database): Promise<number> {
  return db.transaction(
    async (tx) => {
      const brands = await tx.select({ id: carBrands.id, name: carBrands.name }).from(carBrands)
      const idOf = new Map(brands.map(({ id, name }) => [name, id]))
      let added = 0
      for (const [at, member] of demoMembers.entries()) added += await storeMember(tx, idOf, at, member)
      return added
    },
    { deadlineMs: 30_000 },
  )
}

async function storeMember(
  tx: Tx,
  brands: ReadonlyMap<string, string>,
  at: number,
  [name, gender, birthDate, ...owned]: DemoMember,
): Promise<number> {
  const memberId = demoId(`member ${at}`)
  const phoneNumber = `+8210${String(55_500_000 + at).padStart(8, '0')}`
  const [joined] = await tx
    .insert(members)
    .values({
      id: memberId,
      provider: 'KINGCAR',
      email: `member${at + 1}@kingcar.test`,
      name,
      gender,
      birthDate,
      phoneNumber,
    })
    .onConflictDoNothing()
    .returning()
  if (joined) await emitMemberChanged(tx, joined)
  let added = 0
  for (const [position, [carNumber, brand, model]] of owned.entries()) {
    const carBrandId = brands.get(brand)
    if (carBrandId === undefined) throw new Error(`unknown brand ${brand}`)
    const car = { id: demoId(`car ${carNumber}`), memberId, carNumber, carBrandId, model, main: position === 0 }
    const [row] = await tx.insert(cars).values(car).onConflictDoNothing().returning()
    if (!row) continue
    await changePlateOwners(tx, new Map([[carNumber, { memberId, name }]]))
    await emitCarChanged(tx, row)
    added += 1
  }
  return added
}

/** Returns the same id on every machine: a UUIDv7 of 1 January 2026 whose random part is a hash of the name. */
function demoId(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return `019b76da-a800-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
