import type { Caller, Versioned } from '@kingcar/bus'
import { type Coupon, contract, type Input, normaliseLineFields } from '@kingcar/contract'
import { assertUnchanged, audit, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { coupons } from '../tables.ts'
import { assertCouponFits } from './check.ts'
import { countHeld, describeCoupon, fieldsOf, lockCoupon } from './queries.ts'

const op = contract.orders.updateCoupon

/** Changes a coupon. Existing orders have a copy of its terms. */
export async function updateCoupon(
  { db }: Pick<Ctx, 'db'>,
  { id, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Coupon>> {
  const patch = normaliseLineFields(input, 'name')
  const row = await db.transaction(async (tx) => {
    const found = await lockCoupon(tx, id)
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(fieldsOf(found), patch)
    if (!changed) return found
    const held = changed.after.limitTotal === undefined ? found.redeemed : await countHeld(tx, id)
    const next = { ...changed.after, ...nextVersion(found, Object.keys(changed.after)) }
    const row = { ...found, ...next }
    assertCouponFits(row, held)
    // Without a limit orders are not counted.
    const redeemed = row.limitTotal === null ? 0 : held
    await tx
      .update(coupons)
      .set({ ...next, redeemed })
      .where(eq(coupons.id, id))
    await audit(tx, op, caller, { entity: 'coupon', entityId: id, ...changed })
    return row
  })
  // counts the coupon's orders, which do not wait for this
  return { result: await describeCoupon(db.read, row), version: row.version }
}
