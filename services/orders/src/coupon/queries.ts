import { AppError, type Coupon } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type CouponRow, coupons } from '../tables.ts'

/** Locks a coupon until the transaction ends: orders with it wait. @throws AppError COUPON_NOT_FOUND */
export async function lockCoupon(tx: Tx, id: string): Promise<CouponRow> {
  const [row] = await tx.select().from(coupons).where(eq(coupons.id, id)).for('update')
  if (!row) throw new AppError('COUPON_NOT_FOUND')
  return row
}

/** The fields of a coupon that administrators change. */
export function fieldsOf(row: CouponRow) {
  const { name, discountWon, discountPercent, maximumDiscount, payments, productIds, storeIds } = row
  const { fromDate, untilDate, limitTotal, limitPerMember } = row
  const discount = { discountWon, discountPercent, maximumDiscount, payments }
  return { name, ...discount, productIds, storeIds, fromDate, untilDate, limitTotal, limitPerMember }
}

type Sums = { id: string; redemptions: number; discounted: number }

/** Coupons as administrators see them. */
export async function describeCoupons(read: Reader, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const found = await read.execute<Sums>(sql`
    select coupon_id as id, count(*) filter (where held and not renewal)::integer as redemptions,
      coalesce(sum(discount) filter (where held and paid_at is not null), 0)::double precision as discounted
    from coupon_redemptions where coupon_id = any(${makePgArray(rows.map(({ id }) => id))}::uuid[]) group by 1`)
  const sums = new Map(found.map((each) => [each.id, each]))
  return rows.map((row) => {
    const { id, code, endedAt, createdAt } = row
    const { redemptions = 0, discounted = 0 } = sums.get(id) ?? {}
    const times = { endedAt: endedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
    return { id, code, ...fieldsOf(row), redemptions, discounted, ...times }
  })
}

/** `describeCoupons` for one coupon. */
export async function describeCoupon(read: Reader, row: CouponRow): Promise<Coupon> {
  const [coupon] = await describeCoupons(read, [row])
  if (!coupon) throw new Error('coupon missing')
  return coupon
}

/** Number of orders that have a coupon, without renewals. */
export async function countHeld(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.execute<{ held: number }>(sql`
    select count(*)::integer as held from coupon_redemptions where coupon_id = ${id} and held and not renewal`)
  return row?.held ?? 0
}
