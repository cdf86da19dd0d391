import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { orders } from '../tables.ts'

/** Keeps what a member ordered. The version decides, so that an event may come twice, late and out of order. */
export const onOrderChanged = (ctx: Ctx, { memberId, order, version }: EventOf<'orders.orderChanged'>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const change = { described: order, version }
    await tx
      .insert(orders)
      .values({ id: order.id, memberId, createdAt: new Date(order.createdAt), ...change })
      .onConflictDoUpdate({ target: orders.id, set: change, setWhere: sql`${orders.version} < excluded.version` })
  })
