import { runInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import type { RevisedVisit } from './describe.ts'
import type { ReadPosition } from './queries.ts'
import { type Departures, plateAtStoreKey } from './rearrange.ts'
import type { StoreResult } from './store-changes.ts'

/**
 * Stores when the cars of these visits left. Enters for a report (see `emit-ended.ts`) those visits whose departure
 * changed, and those before them at the same plates and stores. The plates must be locked, and reads and visits stored.
 * A visit whose reads have expired keeps its departure, unless the visit has grown beyond it.
 * @param positions of departures, of changed visits, and of reads that left visits
 */
export async function settleDepartures(tx: Tx, positions: readonly ReadPosition[]): Promise<void> {
  if (positions.length === 0) return
  await runInOrder(
    tx,
    sql`
    with near as materialized (
      select distinct u.id, u.store_id, u.car_number, u.last_read_at, u.left_at from rows from (
        ${jsonColumn(positions, ({ storeId }) => storeId)}, ${jsonColumn(positions, ({ carNumber }) => carNumber)},
        ${jsonColumn(positions, ({ recognizedAt }) => recognizedAt)}
      ) as p (store_id, car_number, at)
      cross join lateral (
        select id, store_id, car_number, last_read_at, left_at from visits u
        where u.store_id = p.store_id::uuid and u.car_number = p.car_number and u.merged_into is null
          and u.first_read_at <= to_timestamp(p.at::double precision / 1000)
        order by u.first_read_at desc limit 2
      ) u
    ), departed as materialized (
      select id, coalesce(
        visit_departure(store_id, car_number, last_read_at),
        case when left_at >= last_read_at and not exists (
          select from reads r
          where r.store_id = near.store_id and r.car_number = near.car_number and r.recognized_at = near.last_read_at
            and r.rejected is null
        ) then left_at end
      ) as at from near
    ), changed as (
      update visits v set left_at = d.at from departed d where v.id = d.id and v.left_at is distinct from d.at
      returning v.id, v.left_at
    )
    insert into visit_ends (visit_id) select id from changed where left_at is not null
    on conflict (visit_id) do update set due_at = now()`,
  )
}

/**
 * The positions of changes other than moved reads. These are visits that a known departure can end, or take from the
 * visit before; and visits into which others were merged, which can end with the departure of the merged ones.
 */
export const positionsToSettle = ({ visits, merged }: StoreResult, departures: Departures): ReadPosition[] =>
  positionsOf(visits).filter(
    (visit) => merged.length > 0 || departures.get(plateAtStoreKey(visit))?.some((at) => at >= visit.recognizedAt),
  )

/** The beginnings of visits. */
export const positionsOf = (changed: readonly RevisedVisit[]): ReadPosition[] =>
  changed.map(({ visit: { storeId, carNumber, recognizedAt } }) => ({
    storeId,
    carNumber,
    recognizedAt: Date.parse(recognizedAt),
  }))
