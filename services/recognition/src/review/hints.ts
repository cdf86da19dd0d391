import type { Caller } from '@kingcar/bus'
import type { NearPlate } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { plateDistance } from '../plate/distance.ts'
import { misreadings } from '../plate/misreadings.ts'
import type { ReadReviewRow } from '../tables.ts'
import { wasRecognizedAt } from '../visit/recognized-at.ts'

/** Hints for the decision about a read. */
export type Hints = { suggestedCarNumber: string | null; nearestMembers: NearPlate[] }

/** `plateDistance` counts a lookalike character as 1 and any other as 2. */
const perCharacter = 2
const maxCharacters = 2
const maxNear = 5
/**
 * Largest number of registered plates that are read of one class: with a million plates a class has about a hundred.
 */
const maxOfClass = 300

type Row = { n: number; suggested: string | null; near: Omit<NearPlate, 'distance'>[] }

/**
 * The hints for several reads, in their order, in one statement. Looks up registered plates by index: plates with the
 * same last four digits, plates with the same part before these, and plates that are one usual misreading away from the
 * reading or one of its candidates.
 * @param stores the stores to which the caller is limited: plates that have been at none of these are omitted
 */
export async function hintsFor(
  db: Pick<Reader, 'execute'>,
  reads: readonly ReadReviewRow[],
  stores: Caller['stores'],
): Promise<Hints[]> {
  if (reads.length === 0) return []
  const isNear = sql`member_id is not null and ${wasRecognizedAt(stores) ?? sql`true`}`
  const rows = await db.execute<Row>(sql`
    select q.n::integer, (
      select c.car_number from corrections c where c.device_id = q.device_id::uuid and c.read_as = q.read_as
      order by c.times desc, c.corrected_at desc limit 1
    ) as suggested, (
      select coalesce(json_agg(json_build_object('carNumber', p.car_number, 'memberId', p.member_id, 'name', p.name)), '[]')
      from (
        (select car_number, member_id, coalesce(member_name, '') as name from plates
          where right(car_number, 4) = q.last_digits and ${isNear} limit ${maxOfClass})
        union
        (select car_number, member_id, coalesce(member_name, '') from plates
          where left(car_number, -4) = q.first_part and ${isNear} limit ${maxOfClass})
        union
        (select car_number, member_id, coalesce(member_name, '') from plates
          where car_number = any(array(select json_array_elements_text(q.variants::json))) and ${isNear})
      ) p
    ) as near
    from rows from (
      ${jsonColumn(reads, ({ deviceId }) => deviceId)}, ${jsonColumn(reads, ({ readAs }) => readAs)},
      ${jsonColumn(reads, ({ readAs }) => /\d{4}$/.exec(readAs)?.[0] ?? null)},
      ${jsonColumn(reads, ({ readAs }) => /^(.*\D)\d*$/.exec(readAs)?.[1] ?? null)},
      ${jsonColumn(reads, (read) => JSON.stringify(variantsOf(read)))}
    ) with ordinality as q (device_id, read_as, last_digits, first_part, variants, n)`)
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return reads.map(({ readAs }, at) => {
    const { suggested = null, near = [] } = byNumber.get(at + 1) ?? {}
    return { suggestedCarNumber: suggested, nearestMembers: nearestOf(readAs, near) }
  })
}

const variantsOf = ({ readAs, candidates }: ReadReviewRow): string[] => [
  ...new Set([readAs, ...misreadings(readAs), ...(candidates ?? []).map(({ carNumber }) => carNumber)]),
]

function nearestOf(readAs: string, plates: Row['near']): NearPlate[] {
  return plates
    .map((plate) => ({ ...plate, distance: plateDistance(readAs, plate.carNumber) / perCharacter }))
    .filter(({ distance }) => distance <= maxCharacters)
    .sort((a, b) => a.distance - b.distance || (a.carNumber < b.carNumber ? -1 : 1))
    .slice(0, maxNear)
}
