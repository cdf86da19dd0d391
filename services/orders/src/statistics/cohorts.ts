import {
  AppError,
  type CsvPiece,
  cohortMonths,
  type contract,
  csvLine,
  type Input,
  periodsOf,
  type Result,
  rangeOf,
} from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { addUp, at, raised } from './figures.ts'

type Op = typeof contract.orders.getSubscriptionCohorts
type Deps = Pick<Ctx, 'db' | 'now'>

const mostMonths = 120
const longest = Math.max(...cohortMonths)
const reversed = { path: 'to', ko: '시작보다 앞설 수 없어요.', en: 'Must not be before the start.' }

/** Counts, by the month of their first subscription, the members who were still subscribed at the end of each later month. */
export async function getSubscriptionCohorts({ db, now }: Deps, { from, to }: Input<Op>): Promise<Result<Op>> {
  if (to < from) throw new AppError('VALIDATION_FAILED', { details: [reversed] })
  const { since, until } = rangeOf({ from: `${from}-01`, to: `${to}-01` }) // the last month by its first day
  const months = periodsOf({ since, until }, 'month', mostMonths)
  const later = periodsOf({ since, until: until + (longest + 1) * 31 * 86_400_000 }, 'month', Number.POSITIVE_INFINITY)
  const asOf = now().getTime()
  const found = await db.search.execute<{ start: number; began: number; kept: number[] }>(sql`
    select (extract(epoch from month) * 1000)::double precision as start, sum(began)::integer as began,
      jsonb_build_array(${sql.join(counts, sql`, `)}) as kept
    from (select * from cohort_figures union all select * from cohort_figure_changes) f
    where month >= ${at(since)} and month < ${at(until)} group by 1`)
  const byStart = new Map(found.map((each) => [each.start, each]))
  return {
    asOf: new Date(asOf).toISOString(),
    rows: months.map(({ start, name: month }, index) => {
      const { began = 0, kept = [] } = byStart.get(start) ?? {}
      const subscribed = cohortMonths.map((after, place) => {
        const isOver = (later[index + after]?.end ?? Number.POSITIVE_INFINITY) <= asOf
        const members = isOver ? (kept[place] ?? 0) : null
        return { months: after, members, share: members === null || began === 0 ? null : members / began }
      })
      return { month, began, subscribed }
    }),
  }
}

/** In the order of `cohortMonths`. */
const columns = [sql`after_1`, sql`after_2`, sql`after_3`, sql`after_6`, sql`after_12`]
const counts = columns.map((column) => sql`sum(${column})::integer`)

/** Adds up the changes in the table `cohort_figure_changes`, so that it stays small. */
export const compactCohortFigures = (db: Pick<Database, 'transaction'>) =>
  addUp(
    db,
    sql`cohort_figure_changes`,
    sql`
      insert into cohort_figures as f (month, began, ${sql.join(columns, sql`, `)})
      select month, sum(began), ${sql.join(
        columns.map((column) => sql`sum(${column})`),
        sql`, `,
      )} from taken group by month order by month
      on conflict (month) do update set began = f.began + excluded.began, ${sql.join(columns.map(raised), sql`, `)}`,
  )

/** `getSubscriptionCohorts` as a CSV file. */
export async function exportSubscriptionCohorts(ctx: Deps, input: Input<Op>): Promise<CsvPiece> {
  const { rows } = await getSubscriptionCohorts(ctx, input)
  const heads = cohortMonths.flatMap((after) => [`${after}개월 후 이용 중`, `${after}개월 후 유지율(%)`])
  const lines = rows.map(({ month, began, subscribed }) => {
    const cells = subscribed.flatMap(({ members, share }) => [
      members,
      share === null ? null : Math.round(share * 1000) / 10,
    ])
    return csvLine([month, began, ...cells])
  })
  return { lines: [csvLine(['시작한 월', '회원', ...heads]), ...lines].join(''), next: null }
}
