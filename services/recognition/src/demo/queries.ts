import { type DemoPart, demoRecognizerName } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { isDemoRow } from '@kingcar/service'
import { and, ne, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { registered } from '../device/queries.ts'
import { isOfPlate } from '../read/queries.ts'
import { devices, visits } from '../tables.ts'
import { lockPlates } from '../visit/queries.ts'

/**
 * True for a demo visit that depends on a person's action: it was corrected, has reads, was merged, or belongs to a
 * member who is not of the demo.
 */
const isKept = sql`(
  v.corrected or (v.member_id is not null and not ${isDemoRow(sql`v.member_id`)})
  or exists (
    select from reads r where ${isOfPlate(sql`v.store_id`, sql`v.car_number`)}
      and r.recognized_at between v.first_read_at and v.last_read_at
  )
  or exists (
    select from visits m where m.car_number = v.car_number and m.merged_into = v.id and not ${isDemoRow(sql`m.id`)}
  )
)`

/** Counts the demo's visits. */
export async function countDemoVisits(tx: Tx): Promise<DemoPart['items']> {
  const [counted] = await tx.execute<{ removable: number; kept: number }>(sql`
    select count(*) filter (where not kept)::integer as removable, count(*) filter (where kept)::integer as kept
    from (select ${isKept} as kept from ${visits} v where ${isDemoRow(sql`v.id`)}) as demo`)
  return counted ? [{ kind: 'visits', ...counted }] : []
}

/** The demo's stores with recognizers that a person registered. */
export async function findDemoStoresInUse(read: Reader): Promise<string[]> {
  const rows = await read
    .selectDistinct({ storeId: devices.storeId })
    .from(devices)
    .where(and(registered, isDemoRow(devices.storeId), ne(devices.name, demoRecognizerName)))
  return rows.map(({ storeId }) => storeId)
}

/**
 * Removes some of the demo's visits, and plates of which nothing else is known. A visit is first merged into itself, so
 * that triggers remove it from all figures, as they do for a merged visit.
 * @returns their number, null if there are none
 */
export async function removeDemoVisits(tx: Tx, size: number): Promise<number | null> {
  const found = await tx.execute<{ id: string; carNumber: string }>(sql`
    select v.id, v.car_number as "carNumber" from ${visits} v where ${isDemoRow(sql`v.id`)} and not ${isKept}
    order by v.id limit ${size}`)
  if (found.length === 0) return null
  const carNumbers = [...new Set(found.map(({ carNumber }) => carNumber))]
  await lockPlates(tx, carNumbers)
  const isFound = sql`v.id = any(${makePgArray(found.map(({ id }) => id))}::uuid[]) and not ${isKept}`
  const left = await tx.execute<{ id: string; carNumber: string }>(sql`
    update ${visits} v set merged_into = v.id where ${isFound} and v.merged_into is null
    returning v.id, v.car_number as "carNumber"`)
  await tx.execute(
    sql`insert into visit_totals (visits) select ${-left.length}::integer where ${left.length}::integer > 0`,
  )
  const counts = [...Map.groupBy(left, ({ carNumber }) => carNumber)].map(([plate, own]) => [plate, own.length])
  await tx.execute(sql`
    update plates p set visits = p.visits - c.visits
    from (
      select e ->> 0 as car_number, (e ->> 1)::integer as visits
      from jsonb_array_elements(${JSON.stringify(counts)}::text::jsonb) as t (e)
    ) c
    where p.car_number = c.car_number`)
  const removed = await tx.execute(sql`delete from ${visits} v where ${isFound} returning v.id`)
  await tx.execute(sql`
    delete from plates p
    where p.car_number = any(${makePgArray(carNumbers)}::text[]) and p.visits = 0 and p.member_id is null and p.owner_version = 0
      and not exists (select from visits v where v.car_number = p.car_number and v.merged_into is null)
      and not exists (select from visits v where v.car_number = p.car_number and v.merged_into is not null)`)
  return removed.length
}
