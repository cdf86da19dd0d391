import type { PlateSuggestion } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import { plates } from '../tables.ts'
import { misreadings } from './misreadings.ts'

/**
 * Where a plate is nobody's: registered plates that a camera may have meant. For a person to confirm: two cars may be
 * equally near, and the car may be a guest's.
 */
export async function suggestPlates(db: Pick<Reader, 'select'>, carNumber: string): Promise<PlateSuggestion[]> {
  const registered = await db
    .select({ carNumber: plates.carNumber, memberId: plates.memberId, name: plates.memberName })
    .from(plates)
    .where(and(inArray(plates.carNumber, [carNumber, ...misreadings(carNumber)]), isNotNull(plates.memberId)))
    .orderBy(asc(plates.carNumber))
  if (registered.some((plate) => plate.carNumber === carNumber)) return []
  return registered.flatMap(({ memberId, name, ...plate }) =>
    memberId === null ? [] : [{ ...plate, memberId, name: name ?? '' }],
  )
}
