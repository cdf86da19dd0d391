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
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'

type Op = typeof contract.orders.getSubscriptionCohorts
type Deps = Pick<Ctx, 'db' | 'now'>

const mostMonths = 120
const longest = Math.max(...cohortMonths)
const reversed = { path: 'to', ko: '시작보다 앞설 수 없어요.', en: 'Must not be before the start.' }

/**
 * Of the members whose first subscription began in a month, how many were subscribed at the end of later months. Members are
 * followed by an index, so the work depends on those who began in the range.
 */
export async function getSubscriptionCohorts({ db, now }: Deps, { from, to }: Input<Op>): Promise<Result<Op>> {
  if (to < from) throw new AppError('VALIDATION_FAILED', { details: [reversed] })
  const { since, until } = rangeOf({ from: `${from}-01`, to: `${to}-01` }) // the last month by its first day
  const months = periodsOf({ since, until }, 'month', mostMonths)
  const later = periodsOf({ since, until: until + (longest + 1) * 31 * 86_400_000 }, 'month', mostMonths + longest + 2)
  const asOf = now().getTime()
  /** Months that are over, after a month of the range. */
  const ends = months.flatMap(({ start }, index) =>
    cohortMonths.flatMap((count) => {
      const end = later[index + count]?.end ?? Number.POSITIVE_INFINITY
      return end <= asOf ? [{ start: iso(start), months: count, end: iso(end) }] : []
    }),
  )
  const counted = await db.search.execute<{ start: number; months: number; members: number }>(sql`
    with subscriptions as not materialized (
      select id, member_id, starts_at, ended_at from user_products
      where type = 'subscribe' and (ended_at is null or ended_at > starts_at)
    ), began as materialized (
      select s.member_id, date_trunc('month', s.starts_at, 'Asia/Seoul') as start from subscriptions s
      where s.starts_at >= ${iso(since)}::timestamptz
        and s.starts_at < ${iso(Math.min(asOf, later[months.length - 1]?.end ?? asOf))}::timestamptz
        and not exists (
          select from subscriptions b where b.member_id = s.member_id and (b.starts_at, b.id) < (s.starts_at, s.id)
        )
    )
    select (extract(epoch from start) * 1000)::double precision as start, months, members::integer from (
      select start, 0 as months, count(*) as members from began group by 1
      union all
      select b.start, e.months, count(distinct b.member_id) from began b
      join subscriptions s on s.member_id = b.member_id
      join jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb) as e (start timestamptz, months integer, "end" timestamptz)
        on e.start = b.start and s.starts_at < e."end" and (s.ended_at is null or s.ended_at >= e."end")
      group by 1, 2
    ) c`)
  const membersOf = new Map(counted.map((each) => [`${each.start} ${each.months}`, each.members]))
  const isOver = new Set(ends.map((each) => `${each.start} ${each.months}`))
  return {
    asOf: iso(asOf),
    rows: months.map(({ start, name: month }) => {
      const count = (of: number) => membersOf.get(`${start} ${of}`) ?? 0
      const began = count(0)
      const subscribed = cohortMonths.map((after) => {
        const members = isOver.has(`${iso(start)} ${after}`) ? count(after) : null
        return { months: after, members, share: members === null || began === 0 ? null : members / began }
      })
      return { month, began, subscribed }
    }),
  }
}

const iso = (at: number) => new Date(at).toISOString()

/** The same as a CSV file. */
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
