import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, asc, desc, eq, exists, gt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { addChargeIntent, findOpenIntents, fromNow } from '../intent/queries.ts'
import { lockMemberWrites } from '../member/queries.ts'
import { newOrder } from '../order/create.ts'
import { freeSteps, nextReconciliation, watchedUntil } from '../order/order.ts'
import { addOrder, lockOrder } from '../order/queries.ts'
import { type ExecuteContext, executeIntent } from '../payment/execute-intent.ts'
import { applySteps } from '../payment/reconcile.ts'
import { cards, type IntentRow, intents, type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'
import { lockUserProduct } from '../user-product/queries.ts'

/** Renewals that one run handles, and charges that one process sends in parallel. */
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

type Due = Pick<UserProductRow, 'id' | 'memberId'>

async function renew(ctx: ExecuteContext, due: Due): Promise<void> {
  try {
    const intent = await ctx.db.transaction((tx) => beginRenewal(ctx, tx, due))
    await fault('orders.renewal.intended')
    if (intent) await executeIntent(ctx, intent)
  } catch (err) {
    ctx.log.error({ err, userProductId: due.id }, 'subscription renewal failed, retrying')
  }
}

/** Due subscriptions without an open charge, and without one that was lost recently: the provider may be unavailable. */
function findDue({ db, now, chargeLostAfterMs }: ExecuteContext): Promise<Due[]> {
  const busy = or(
    eq(intents.state, 'open'),
    and(eq(intents.state, 'lost'), gt(intents.createdAt, fromNow(-chargeLostAfterMs))),
  )
  const charging = db.read
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(intents, and(eq(intents.orderId, orders.id), busy))
    .where(eq(orders.renews, userProducts.id))
  return db.read
    .select({ id: userProducts.id, memberId: userProducts.memberId })
    .from(userProducts)
    .where(and(isDue(now()), not(exists(charging))))
    .orderBy(asc(userProducts.nextBillingAt))
    .limit(batchSize)
}

/** A subscription that is being refunded is not renewed. */
const isDue = (now: Date): SQL | undefined =>
  and(lte(userProducts.nextBillingAt, now), eq(userProducts.refunding, false))

/**
 * Creates the intent to charge a subscription, or returns undefined where there is nothing to charge. Locks are taken in the
 * service's order: the member, the order, the product.
 */
async function beginRenewal(ctx: Pick<Ctx, 'now'>, tx: Tx, { id, memberId }: Due): Promise<IntentRow | undefined> {
  const now = ctx.now()
  await lockMemberWrites(tx, memberId)
  const [before] = await unpaidRenewals(tx, id)
  const open = before && (await lockOrder(tx, before.id))
  const product = await lockUserProduct(tx, id)
  if (!product?.nextBillingAt || product.nextBillingAt > now || product.refunding) return undefined
  const [latest] = await renewalsOf(tx, product) // read again under the lock, so that no other process's order is missed
  if (latest?.state === 'Reserved' || (latest?.state === 'Create' && latest.id !== open?.id)) return undefined
  if (latest?.state === 'Create' && (await findOpenIntents(tx, latest.id)).length > 0) return undefined
  const order = latest?.state === 'Create' ? latest : await addRenewal(tx, product, latest, now)
  const by = { at: now, actorId: null }
  if (order.amount === 0) {
    await applySteps(tx, order, freeSteps, by)
    return undefined
  }
  const [card] = await tx.select({ id: cards.id }).from(cards).where(mainCardOf(memberId))
  if (card) return addChargeIntent(tx, order, card.id, { cause: 'renewal', actorId: null })
  const reason = '등록된 카드가 없어요.'
  await applySteps(tx, order, [{ do: 'move', action: 'fail', cause: 'paymentFailed', reason, payment: null }], by)
  return undefined
}

const unpaidRenewals = (tx: Tx, id: string) =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.renews, id), eq(orders.state, 'Create')))

/** The orders for the due period, the latest attempt first. */
const renewalsOf = (tx: Tx, { id, dueAt, endsAt }: UserProductRow): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(eq(orders.renews, id), eq(orders.renewalDueAt, dueAt ?? endsAt ?? new Date(0))))
    .orderBy(desc(orders.renewalAttempt))

/** Adds the next attempt's order. It waits for its charge alone, so its deadline is a day and not half an hour. */
function addRenewal(tx: Tx, product: UserProductRow, latest: OrderRow | undefined, now: Date): Promise<OrderRow> {
  const priced = {
    ...{ id: product.productId, name: product.productName, type: product.type, price: product.price },
    ...{ billingMonths: product.billingMonths, useLimit: product.useLimit, storeIds: product.storeIds },
  }
  const expiresAt = watchedUntil(now)
  return addOrder(
    tx,
    {
      ...newOrder(product.memberId, priced, null, now),
      userProductId: product.id,
      renews: product.id,
      renewalDueAt: product.dueAt ?? product.endsAt,
      renewalAttempt: (latest?.renewalAttempt ?? 0) + 1,
      expiresAt,
      checkAt: nextReconciliation({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    },
    'renewal',
    null,
  )
}

const mainCardOf = (memberId: string) =>
  and(eq(cards.memberId, memberId), eq(cards.state, 'kept'), eq(cards.main, true))
