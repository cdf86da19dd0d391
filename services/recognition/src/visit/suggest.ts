import type { Caller } from '@kingcar/bus'
import type { PlateSuggestion } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, asc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { plateDistance } from '../plate/distance.ts'
import { misreadings } from '../plate/misreadings.ts'
import { plates } from '../tables.ts'
import { wasRecognizedAt } from './recognized-at.ts'

type Db = Pick<Reader, 'select'>

const maxSuggestions = 5

/**
 * For a plate without an owner: registered plates that are one usual misreading away, or if there is none, at most five
 * with the same last four digits, the most similar first. A person has to confirm: two cars may be equally similar, and
 * the car may be a guest's.
 * @param stores the stores to which the caller is limited: plates that have been at none of these are omitted
 */
export async function suggestPlates(db: Db, carNumber: string, stores: Caller['stores']): Promise<PlateSuggestion[]> {
  const near = await registered(db, inArray(plates.carNumber, [carNumber, ...misreadings(carNumber)]), stores)
  if (near.some((plate) => plate.carNumber === carNumber)) return []
  return near.length > 0 ? near : suggestByLastDigits(db, carNumber, stores)
}

async function suggestByLastDigits(db: Db, carNumber: string, stores: Caller['stores']): Promise<PlateSuggestion[]> {
  const [digits] = /\d{4}$/.exec(carNumber) ?? []
  if (digits === undefined) return []
  const found = await registered(db, sql`right(${plates.carNumber}, 4) = ${digits}`, stores)
  const ranked = found.map((plate) => ({ plate, unlike: plateDistance(plate.carNumber, carNumber) }))
  return ranked
    .sort((a, b) => a.unlike - b.unlike)
    .slice(0, maxSuggestions)
    .map(({ plate }) => plate)
}

async function registered(db: Db, filter: SQL, stores: Caller['stores']): Promise<PlateSuggestion[]> {
  const rows = await db
    .select({ carNumber: plates.carNumber, memberId: plates.memberId, name: plates.memberName })
    .from(plates)
    .where(and(filter, isNotNull(plates.memberId), wasRecognizedAt(stores)))
    .orderBy(asc(plates.carNumber))
  return rows.flatMap(({ memberId, name, ...plate }) =>
    memberId === null ? [] : [{ ...plate, memberId, name: name ?? '' }],
  )
}
