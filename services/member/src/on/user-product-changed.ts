import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { userProducts } from '../tables.ts'

type Changed = EventOf<'orders.userProductChanged'>

/** Keeps what a member has. The version decides, so that an event may come twice, late and out of order. */
export const onUserProductChanged = (ctx: Ctx, { memberId, userProduct, version }: Changed): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const change = { described: userProduct, startsAt: new Date(userProduct.startsAt), version }
    await tx
      .insert(userProducts)
      .values({ id: userProduct.id, memberId, ...change })
      .onConflictDoUpdate({
        target: userProducts.id,
        set: change,
        setWhere: sql`${userProducts.version} < excluded.version`,
      })
  })
