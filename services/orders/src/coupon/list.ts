import type { Versioned } from '@kingcar/bus'
import { AppError, type Coupon, type contract, type Input, type PageOf, seoulDate } from '@kingcar/contract'
import { and, eq, isNotNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listOwnRows } from '../list/list-rows.ts'
import { type CouponRow, coupons } from '../tables.ts'
import { normaliseCode } from './code.ts'
import { describeCoupon, describeCoupons } from './queries.ts'

const sortable = { id: coupons.id, createdAt: coupons.createdAt, name: coupons.name }

/** Coupons, the newest first by default. */
export const listCoupons = (
  { db: { read }, now }: Pick<Ctx, 'db' | 'now'>,
  { q, state, ...request }: Input<typeof contract.orders.listCoupons>,
): Promise<PageOf<Coupon>> =>
  listOwnRows(read, request, {
    table: coupons,
    sortable,
    defaultSort: 'createdAt,desc',
    filter: and(q === undefined ? undefined : contains(q), inState(state, seoulDate(now()))),
    describe: (rows: CouponRow[]) => describeCoupons(read, rows),
  })

const contains = (q: string): SQL | undefined =>
  or(
    sql`position(lower(${q.trim()}) in lower(${coupons.name})) > 0`,
    sql`position(${normaliseCode(q)} in ${coupons.code}) > 0`,
  )

function inState(state: 'current' | 'ended' | undefined, today: string): SQL | undefined {
  if (state === undefined) return undefined
  const hasEnded = sql`(${isNotNull(coupons.endedAt)} or coalesce(${lt(coupons.untilDate, today)}, false))`
  return state === 'ended' ? hasEnded : not(hasEnded)
}

/** One coupon. @throws AppError COUPON_NOT_FOUND */
export async function getCoupon(
  { db: { read } }: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.orders.getCoupon>,
): Promise<Versioned<Coupon>> {
  const [row] = await read.select().from(coupons).where(eq(coupons.id, id))
  if (!row) throw new AppError('COUPON_NOT_FOUND')
  return { result: await describeCoupon(read, row), version: row.version }
}
