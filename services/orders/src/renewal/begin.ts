import { noPlanTerms } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { couponOfNext } from '../coupon/discount.ts'
import { addChargeIntent, findOpenIntents } from '../intent/queries.ts'
import { lockMemberWrites } from '../member/queries.ts'
import { newOrder } from '../order/create.ts'
import { freeSteps, nextReconciliation, watchedUntil } from '../order/order.ts'
import { addOrder, lockOrder } from '../order/queries.ts'
import { findChargeableCard } from '../payment/chargeable-card.ts'
import { applySteps } from '../payment/reconcile.ts'
import { nextPeriod } from '../price/period-price.ts'
import { withoutWithdrawnPrice } from '../price-change/queries.ts'
import { type IntentRow, type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'
import { endUserProduct, lockUserProduct } from '../user-product/queries.ts'

export type Due = Pick<UserProductRow, 'id' | 'memberId'>

/**
 * Creates the intent to charge a due subscription to the main card, or returns undefined if there is nothing to charge.
 * A subscription whose price is raised without the consent of its member ends.
 */
export async function beginRenewal(
  ctx: Pick<Ctx, 'now' | 'providers'>,
  tx: Tx,
  due: Due,
): Promise<IntentRow | undefined> {
  const now = ctx.now()
  const { product: found, order: unpaid, attempts } = await lockRenewal(tx, due)
  const product = found && (await withoutWithdrawnPrice(tx, found, now))
  if (!product?.nextBillingAt || product.refunding || unpaid === 'charging') return undefined
  if (product.nextBillingAt > now && product.retryRequestedAt === null) return undefined
  if (unpaid === undefined && !nextPeriod(product).agreed) {
    await endUserProduct(tx, product, { state: 'Complete', cause: 'stopped', at: product.endsAt ?? now })
    return undefined
  }
  const order = unpaid ?? (await addRenewal(ctx, tx, product, attempts + 1))
  await tx.update(userProducts).set({ retryRequestedAt: null }).where(eq(userProducts.id, product.id))
  const by = { at: now, actorId: null }
  if (order.amount === 0) {
    await applySteps(tx, order, freeSteps, by)
    return undefined
  }
  const cardId = await findChargeableCard(tx, due.memberId)
  if (cardId !== undefined) return addChargeIntent(tx, order, cardId, { cause: 'renewal', actorId: null })
  const refusal = { text: '등록된 카드가 없어요.', failure: 'noCard' } as const
  await applySteps(tx, order, [{ do: 'move', action: 'fail', cause: 'paymentFailed', refusal, payment: null }], by)
  return undefined
}

type LockedRenewal = {
  product: UserProductRow | undefined
  /** The unpaid order for the due period; `charging` if its charge is in progress. */
  order: OrderRow | 'charging' | undefined
  /** Orders for the due period. */
  attempts: number
}

/**
 * Locks a subscription for its renewal, in the order that the whole service uses: the member, the order, the product.
 */
export async function lockRenewal(tx: Tx, { id, memberId }: Due): Promise<LockedRenewal> {
  await lockMemberWrites(tx, memberId)
  const [before] = await unpaidRenewals(tx, id)
  const open = before && (await lockOrder(tx, before.id))
  const product = await lockUserProduct(tx, id)
  // read again under the lock, so that no other process's order is missed
  const latest = product && (await latestRenewalOf(tx, product))
  const attempts = latest?.renewalAttempt ?? 0
  if (latest?.state === 'Reserved') return { product, order: 'charging', attempts }
  if (latest?.state !== 'Create') return { product, order: undefined, attempts }
  const isCharging = latest.id !== open?.id || (await findOpenIntents(tx, latest.id)).length > 0
  return { product, order: isCharging ? 'charging' : latest, attempts }
}

const unpaidRenewals = (tx: Tx, id: string) =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.renews, id), eq(orders.state, 'Create')))

/** The order of the latest attempt for the due period. */
async function latestRenewalOf(tx: Tx, { id, dueAt, endsAt }: UserProductRow): Promise<OrderRow | undefined> {
  const [latest] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.renews, id), eq(orders.renewalDueAt, dueAt ?? endsAt ?? new Date(0))))
    .orderBy(desc(orders.renewalAttempt))
    .limit(1)
  return latest
}

/**
 * Adds the order of an attempt to renew a product that the caller has locked. If the product changes to another plan, the order is of
 * that plan. The order waits for its charge and not for a payer, so its deadline is a day and not half an hour.
 * @param attempt its number in this period, from 1
 */
export function addRenewal(
  ctx: Pick<Ctx, 'now' | 'providers'>,
  tx: Tx,
  product: UserProductRow,
  attempt: number,
): Promise<OrderRow> {
  const now = ctx.now()
  const plan = product.nextPlan ?? product
  const { price, amount } = nextPeriod(product)
  const priced = {
    ...{ id: plan.productId, name: plan.productName, type: product.type, price },
    ...{ billingMonths: plan.billingMonths, useLimit: plan.useLimit, storeIds: plan.storeIds },
    ...{ carLimit: plan.carLimit, usesPerDay: plan.usesPerDay, usesPerStay: plan.usesPerStay },
    planTerms: plan.planTerms ?? noPlanTerms,
  }
  const carId = plan.carLimit === null ? null : product.carId
  const expiresAt = watchedUntil(now)
  return addOrder(
    tx,
    {
      ...newOrder(
        product.memberId,
        priced,
        carId,
        now,
        ctx.providers.current,
        { amount, trial: false, credit: 0 },
        couponOfNext(product),
      ),
      userProductId: product.id,
      renews: product.id,
      renewalDueAt: product.dueAt ?? product.endsAt,
      renewalAttempt: attempt,
      expiresAt,
      checkAt: nextReconciliation({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    },
    'renewal',
    null,
  )
}
