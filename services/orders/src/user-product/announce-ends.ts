import type { PlanTerms } from '@kingcar/contract'
import { createBatchLimit, emit } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceOfNext } from '../coupon/discount.ts'
import { type KeptCoupon, type NextPlan, userProducts } from '../tables.ts'

/** Products that one event has at most. */
const batchSize = 100
export const daysAhead = 7
/** The condition of an index. */
export const isToAnnounce = sql`state = 'Available' and due_at is null and ends_at is not null and not refunding
            and (announced_end, announced_renewal) is distinct from (ends_at, next_billing_at is not null)`

type Period = {
  userProductId: string
  memberId: string
  productName: string
  endsAt: string
  renews: boolean
  price: number
  coupon: KeptCoupon | null
  planTerms: PlanTerms | null
  periodsPaid: number
  nextPlan: NextPlan | null
  version: number
}

const announced = ({ price, coupon, planTerms, periodsPaid, nextPlan, ...period }: Period) => ({
  ...period,
  amount: priceOfNext({ price, coupon, planTerms, periodsPaid, nextPlan }).amount,
})

/**
 * Notifies other services of periods that end within a week, once each, and again if the renewal was stopped or resumed since. Rows
 * that another process has locked are skipped.
 */
export async function announceEnds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const at = now()
  const announceSome = (size: number) =>
    db.transaction(async (tx) => {
      const periods = await tx.execute<Period>(sql`
        update ${userProducts} set announced_end = ends_at, announced_renewal = next_billing_at is not null where id in (
          select id from ${userProducts}
          where ${isToAnnounce}
            and ends_at <= ${at.toISOString()}::timestamptz + make_interval(days => ${daysAhead}::integer)
          order by ends_at limit ${size} for update skip locked
        ) returning id as "userProductId", member_id as "memberId", product_name as "productName",
          to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endsAt", announced_renewal as renews,
          price, coupon, plan_terms as "planTerms", periods_paid as "periodsPaid", next_plan as "nextPlan", version`)
      if (periods.length > 0)
        await emit(tx, 'orders.periodsEndSoon', { at: new Date().toISOString(), periods: periods.map(announced) })
      return periods.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (await limit(announceSome));
}
