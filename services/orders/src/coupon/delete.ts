import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { assertUnchanged, audit } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { coupons } from '../tables.ts'
import { fieldsOf, lockCoupon } from './queries.ts'

const op = contract.orders.deleteCoupon

/** Deletes a coupon that no order has had. @throws AppError COUPON_NOT_FOUND, CHANGED_SINCE, IN_USE */
export function deleteCoupon(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<null>> {
  return db.transaction(async (tx) => {
    const found = await lockCoupon(tx, id)
    assertUnchanged(caller.ifMatch, found)
    const used = await tx.execute(sql`select 1 from coupon_redemptions where coupon_id = ${id} limit 1`)
    if (used.length > 0) throw new AppError('IN_USE')
    await tx.delete(coupons).where(eq(coupons.id, id))
    const before = { code: found.code, ...fieldsOf(found) }
    await audit(tx, op, caller, { entity: 'coupon', entityId: id, before, after: null })
    return { result: null, version: found.version }
  })
}
