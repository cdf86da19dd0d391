import type { PlateSuggestion } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, asc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { plates } from '../tables.ts'
import { plateDistance } from './distance.ts'
import { misreadings } from './misreadings.ts'

type Db = Pick<Reader, 'select'>

/** More plates with the same last digits than anybody compares. */
const maxSuggestions = 5

/**
 * Where a plate is nobody's: registered plates that a camera may have meant; where none is one usual misreading away, those
 * with the same last four digits, the likest first. For a person to confirm: two cars may be equally near, and the car may
 * be a guest's.
 */
export async function suggestPlates(db: Db, carNumber: string): Promise<PlateSuggestion[]> {
  const near = await registered(db, inArray(plates.carNumber, [carNumber, ...misreadings(carNumber)]))
  if (near.some((plate) => plate.carNumber === carNumber)) return []
  return near.length > 0 ? near : suggestByLastDigits(db, carNumber)
}

async function suggestByLastDigits(db: Db, carNumber: string): Promise<PlateSuggestion[]> {
  const [digits] = /\d{4}$/.exec(carNumber) ?? []
  if (digits === undefined) return []
  const found = await registered(db, sql`right(${plates.carNumber}, 4) = ${digits}`)
  const ranked = found.map((plate) => ({ plate, unlike: plateDistance(plate.carNumber, carNumber) }))
  return ranked
    .sort((a, b) => a.unlike - b.unlike)
    .slice(0, maxSuggestions)
    .map(({ plate }) => plate)
}

async function registered(db: Db, which: SQL): Promise<PlateSuggestion[]> {
  const rows = await db
    .select({ carNumber: plates.carNumber, memberId: plates.memberId, name: plates.memberName })
    .from(plates)
    .where(and(which, isNotNull(plates.memberId)))
    .orderBy(asc(plates.carNumber))
  return rows.flatMap(({ memberId, name, ...plate }) =>
    memberId === null ? [] : [{ ...plate, memberId, name: name ?? '' }],
  )
}
