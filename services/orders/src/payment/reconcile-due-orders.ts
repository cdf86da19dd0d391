import { setTimeout as wait } from 'node:timers/promises'
import { canOrder } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, exists, inArray, lte, not, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { findOpenIntents } from '../intent/queries.ts'
import { lockOrder, reconcileBefore } from '../order/queries.ts'
import type { Payment } from '../provider/provider.ts'
import { type OrderRow, orders, webhooks } from '../tables.ts'
import { findPendingOrders, isPendingOf } from '../webhook/queries.ts'
import { applySteps, reconcile } from './reconcile.ts'

type Deps = Pick<Ctx, 'db' | 'log' | 'now' | 'providers' | 'workers'>

/** Orders in one batch: as many as the provider looks up in one call. */
const batchSize = 100
/** Number of due orders from which a batch is chosen: one member, whose open orders are limited, cannot fill them. */
const choiceSize = 100 * batchSize
/** Milliseconds of the lease that a process holds on a claimed order. */
export const leaseMs = 30_000
/** Milliseconds between two lookups of single orders: forged webhooks cannot raise the rate of calls to the provider. */
const pauseMs = 50

/** Number of lookups of other orders after which new webhooks are looked up. */
const betweenNotices = 10

/**
 * Reconciles due orders with the provider: those with a new webhook, those that await a payment, and those that closed
 * recently. Webhooks do not wait for the others, and each batch takes orders of many members. Orders past their payment
 * deadline are cancelled, and accounts of closed orders are closed. So a payment whose webhook was lost is found within
 * minutes, and a forged webhook costs at most one lookup. Processes share the work by leases.
 */
export async function reconcileDueOrders(ctx: Deps, signal: AbortSignal): Promise<void> {
  const followWebhooks = async () => {
    while ((await reconcileBatch(ctx, 'noticed', signal)) === batchSize) if (signal.aborted) return
  }
  do await followWebhooks()
  while ((await reconcileBatch(ctx, 'others', signal, followWebhooks)) === batchSize && !signal.aborted)
}

/** @returns the number of orders of the batch */
async function reconcileBatch(
  ctx: Deps,
  which: 'noticed' | 'others',
  signal: AbortSignal,
  inBetween?: () => Promise<void>,
): Promise<number> {
  const due = await ctx.db.transaction((tx) => claimDueOrders(tx, which, ctx.now()))
  if (due.length === 0) return 0
  const askedAt = ctx.now()
  const { attempted, unknown } = await findAttempted(ctx, due)
  const known = due.filter(({ api }) => !unknown.has(api))
  for (const order of known) if (!attempted.has(order.merchantUid)) await reconcileOrder(ctx, order, askedAt)
  const tried = known.filter(({ merchantUid }) => attempted.has(merchantUid))
  for (const [at, order] of tried.entries()) {
    if (signal.aborted) break
    if (at % betweenNotices === betweenNotices - 1) await inBetween?.()
    await reconcileOrder(ctx, order)
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  return due.length
}

/** An API that does not respond stops only its own orders: they are due again when their leases end. */
async function findAttempted({ log, providers }: Pick<Deps, 'log' | 'providers'>, due: readonly OrderRow[]) {
  const attempted = new Set<string>()
  const unknown = new Set<OrderRow['api']>()
  const byApi = Map.groupBy(due, ({ api }) => api)
  const ask = async ([api, orders]: [OrderRow['api'], OrderRow[]]) => {
    try {
      const found = await providers.of(api).findAttemptedOrders(orders.map(({ merchantUid }) => merchantUid))
      for (const each of found) attempted.add(each)
    } catch (err) {
      unknown.add(api)
      log.warn({ err, api }, 'payment look-up failed, retrying')
    }
  }
  await Promise.all([...byApi].map(ask))
  return { attempted, unknown }
}

async function claimDueOrders(tx: Tx, which: 'noticed' | 'others', now: Date): Promise<OrderRow[]> {
  const isNoticed = exists(tx.select().from(webhooks).where(isPendingOf(orders.id)))
  const due = tx
    .select({ id: orders.id, memberId: orders.memberId, checkAt: orders.checkAt })
    .from(orders)
    .where(and(lte(orders.checkAt, now), which === 'noticed' ? isNoticed : not(isNoticed)))
    .orderBy(orders.checkAt)
    .limit(choiceSize)
    .as('due')
  const turn = sql`row_number() over (partition by ${due.memberId} order by ${due.checkAt})`
  const chosen = tx.select({ id: due.id }).from(due).orderBy(turn, due.checkAt).limit(batchSize)
  const claimed = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, chosen), lte(orders.checkAt, now)))
    .for('update', { skipLocked: true })
  return tx
    .update(orders)
    .set({ checkAt: new Date(now.getTime() + leaseMs) })
    .where(inArray(orders.id, claimed))
    .returning()
}

/**
 * Reconciles one order. After a failure it is due again when its lease ends; the others are not affected.
 * @param untriedAt time of the lookup, if the provider has no payment attempt for the order
 */
async function reconcileOrder(ctx: Deps, { id, merchantUid, api }: OrderRow, untriedAt?: Date): Promise<void> {
  try {
    const askedAt = untriedAt ?? ctx.now()
    const payments = untriedAt ? [] : await ctx.providers.of(api).listAttempts(merchantUid)
    const reconciled = await ctx.db.transaction(async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) return undefined
      const by = { at: ctx.now(), actorId: null, lookup: { askedAt } }
      const settled = await reconcile(tx, order, payments, by)
      if (!(await isExpired(tx, settled, askedAt))) return settled
      return applySteps(tx, settled, [{ do: 'move', action: 'cancel', cause: 'unpaid', payment: null }], by)
    })
    ctx.workers.resumeIntents() // money may have to be refunded
    if (reconciled && !(await revokeAccounts(ctx, reconciled, payments)))
      await ctx.db.transaction((tx) => reconcileBefore(tx, id, new Date(ctx.now().getTime() + revokeAgainMs)))
  } catch (err) {
    ctx.log.warn({ err, orderId: id }, 'order reconciliation failed, retrying')
  }
}

/** Milliseconds between two tries to close an account, and the time after its due date for which this is tried. */
const revokeAgainMs = 60 * 60_000
const revokeUntilMs = 30 * 24 * 60 * 60_000

/**
 * Closes the virtual accounts of an order that accepts no payment any more: a transfer would have to be returned.
 * @returns false if one is still open, or was paid in the meantime, so that the order has to be reconciled again
 */
async function revokeAccounts(
  { log, now, providers }: Pick<Ctx, 'log' | 'now' | 'providers'>,
  { id, state, merchantUid, api, createdAt }: OrderRow,
  payments: readonly Payment[],
): Promise<boolean> {
  if (canOrder('pay', state)) return true
  const open = payments.filter(
    ({ orderUid, status, account }) => orderUid === merchantUid && status === 'ready' && account !== null,
  )
  let areClosed = true
  const provider = providers.of(api)
  for (const { paymentUid, orderUid, dueAt } of open)
    await provider.revokeAccount({ paymentUid, orderUid }).catch((err: unknown) => {
      log.warn({ err, orderId: id }, 'virtual account not closed, retrying')
      areClosed &&= (dueAt ?? createdAt).getTime() + revokeUntilMs < now().getTime()
    })
  return areClosed
}

/** Whether an order is past its deadline, without a charge in progress and without a webhook since the lookup. */
async function isExpired(tx: Tx, order: OrderRow, askedAt: Date): Promise<boolean> {
  if (!canOrder('cancel', order.state) || order.expiresAt === null || order.expiresAt > askedAt) return false
  if ((await findPendingOrders(tx, [order.id])).has(order.id)) return false
  return (await findOpenIntents(tx, order.id)).length === 0
}
