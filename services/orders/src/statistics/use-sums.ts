import { type PeriodLength, piecesOf, type Range } from '@kingcar/contract'
import type { Database, Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { addUp, all, isAt, within } from './figures.ts'

/** The kinds of rows of uses. */
export type UseGroup = 'none' | 'store' | 'product' | PeriodLength

/** `key`: start of the period in Unix milliseconds, or the id of the store or product; empty for all together. */
type UseSums = { key: string; uses: number; reversed: number; byHand: number }

const columns = sql`uses, reversed, by_hand`

/** Lengths of the stored sums that can be added up to the periods of a group. */
const lengths = (by: UseGroup): [PeriodLength, ...PeriodLength[]] => {
  if (by === 'hour') return ['hour']
  if (by === 'day' || by === 'week') return ['hour', 'day']
  return by === 'product' ? ['day', 'month'] : ['hour', 'day', 'month']
}

/**
 * Uses in a range, of some stores or all. Whole hours, days and months are read as sums.
 * @param storeIds undefined for all stores
 */
export function readUses(
  db: Reader,
  range: Range,
  by: UseGroup,
  storeIds: readonly string[] | undefined,
): Promise<UseSums[]> {
  const { summed, pieces, rest } = piecesOf(range, lengths(by))
  const here = isAt(storeIds)
  const isOfAll = sql`store_id = ${all}`
  const ofStores = storeIds ? here : by === 'store' ? sql`not ${isOfAll}` : isOfAll
  const ofProducts = by === 'product' ? sql`product_id <> ${all}` : sql`product_id = ${all}`
  const sources = [
    ...pieces.map(
      ({ length, ranges }) => sql`
        select store_id, product_id, starts_at as at, ${columns} from use_figures
        where length = ${length} and ${ofStores} and ${ofProducts} and ${within(sql`starts_at`, ranges)}`,
    ),
    sql`select store_id, product_id, hour, ${columns} from use_figure_changes
      where ${here} and ${within(sql`hour`, [summed])}`,
    sql`select store_id, product_id, used_at, (reversed_at is null)::integer, (reversed_at is not null)::integer,
        (reversed_at is null and by_hand)::integer
      from use_logs u join user_products p on p.id = u.user_product_id
      where ${here} and ${within(sql`used_at`, rest)}`,
  ]
  const key = {
    none: sql`''`,
    store: sql`store_id::text`,
    product: sql`product_id::text`,
  }[by as string]
  return db.execute<UseSums>(sql`
    select ${key ?? sql`(extract(epoch from date_trunc(${by}, at, 'Asia/Seoul')) * 1000)::bigint::text`} as key,
      sum(uses)::double precision as uses, sum(reversed)::double precision as reversed,
      sum(by_hand)::double precision as "byHand"
    from (${sql.join(sources, sql` union all `)}) f group by 1`)
}

/**
 * Adds up the changes in the table `use_figure_changes`, so that it stays small: each transaction that uses or reverses
 * adds rows.
 */
export const compactUseFigures = (db: Pick<Database, 'transaction'>) =>
  addUp(
    db,
    sql`use_figure_changes`,
    sql`
      insert into use_figures as f (length, store_id, product_id, starts_at, ${columns})
      select k.length, k.store, k.product, k.starts_at, sum(uses), sum(reversed), sum(by_hand)
      from taken cross join lateral use_figure_keys(store_id, product_id, hour) k
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (length, store_id, product_id, starts_at) do update
      set uses = f.uses + excluded.uses, reversed = f.reversed + excluded.reversed, by_hand = f.by_hand + excluded.by_hand`,
  )
