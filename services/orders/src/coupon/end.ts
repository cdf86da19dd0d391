import type { Caller } from '@kingcar/bus'
import { type Coupon, contract, type Input } from '@kingcar/contract'
import { audit, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { coupons } from '../tables.ts'
import { describeCoupon, lockCoupon } from './queries.ts'

const op = contract.orders.endCoupon

/** Ends a coupon for further orders. */
export async function endCoupon(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<Coupon> {
  const ended = await db.transaction(async (tx) => {
    const found = await lockCoupon(tx, id)
    if (found.endedAt !== null) return found
    const change = { endedAt: now(), ...nextVersion(found, ['endedAt']) }
    await tx.update(coupons).set(change).where(eq(coupons.id, id))
    const audited = { before: { endedAt: null }, after: { endedAt: change.endedAt.toISOString() } }
    await audit(tx, op, caller, { entity: 'coupon', entityId: id, ...audited })
    return { ...found, ...change }
  })
  return describeCoupon(db.read, ended) // counts the coupon's orders, which do not wait for this
}
