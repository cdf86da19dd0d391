import { fault } from '@kingcar/runtime'
import { and, asc, eq, exists, gt, isNotNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { fromNow } from '../intent/queries.ts'
import { type ExecuteContext, executeIntent } from '../payment/execute-intent.ts'
import { intents, orders, userProducts } from '../tables.ts'
import { beginRenewal, type Due } from './begin.ts'

/** Number of renewals that one run handles, and of charges that one process sends in parallel. */
const batchSize = 50
const parallelCharges = 4

/**
 * Renews due subscriptions: each gets a new order, which is charged to the member's main card. A process locks the
 * subscription and finds the order that another process may have created, so it is charged once however many processes run
 * this. A failure does not stop the others.
 */
export async function renewDue(ctx: ExecuteContext, signal: AbortSignal): Promise<void> {
  const due = await findDue(ctx)
  const lane = async () => {
    for (let next = due.shift(); next && !signal.aborted; next = due.shift()) await renew(ctx, next)
  }
  await Promise.all(Array.from({ length: parallelCharges }, lane))
}

async function renew(ctx: ExecuteContext, due: Due): Promise<void> {
  try {
    const intent = await ctx.db.transaction((tx) => beginRenewal(ctx, tx, due))
    await fault('orders.renewal.intended')
    if (intent) await executeIntent(ctx, intent)
  } catch (err) {
    ctx.log.error({ err, userProductId: due.id }, 'subscription renewal failed, retrying')
  }
}

/**
 * Due subscriptions without an open charge, and without one that was lost recently, after which the provider may still
 * be unavailable.
 */
async function findDue({ db, now, chargeLostAfterMs }: ExecuteContext): Promise<Due[]> {
  const busy = or(
    eq(intents.state, 'open'),
    and(eq(intents.state, 'lost'), gt(intents.createdAt, fromNow(-chargeLostAfterMs))),
  )
  const charging = db.read
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(intents, and(eq(intents.orderId, orders.id), busy))
    .where(eq(orders.renews, userProducts.id))
  // a subscription that is being refunded is not renewed
  const mayBeCharged = and(isNotNull(userProducts.nextBillingAt), eq(userProducts.refunding, false))
  const find = (due: SQL) =>
    db.read
      .select({ id: userProducts.id, memberId: userProducts.memberId })
      .from(userProducts)
      .where(and(due, mayBeCharged, not(exists(charging))))
      .orderBy(asc(userProducts.nextBillingAt))
      .limit(batchSize)
  const found = await Promise.all([
    find(isNotNull(userProducts.retryRequestedAt)),
    find(lte(userProducts.nextBillingAt, now())),
  ]) // two queries, so that each can use its index
  return [...new Map(found.flat().map((due) => [due.id, due])).values()]
}
