import { inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { lockOrder } from '../order/queries.ts'
import { findOpenOwedReturns } from '../owed-return/queries.ts'
import type { Api, Payment } from '../provider/provider.ts'
import { orders } from '../tables.ts'
import { reconcile } from './reconcile.ts'

type Deps = Pick<Ctx, 'db' | 'log' | 'now' | 'providers'>

const minute = 60_000
/** Milliseconds between two sweeps. */
const sweepEveryMs = 2 * minute
/**
 * How far back the first sweep of a process looks, in milliseconds; and the overlap of a later sweep with the one
 * before.
 */
const firstLookbackMs = 31 * 24 * 60 * minute
const overlapMs = 10 * minute
/** Pages that one sweep reads at most: cancellations in the provider's console are rare. */
const maxPages = 20

/**
 * Returns a job that finds payments cancelled in the provider's console whose webhook was lost, by each of its APIs. It can be
 * called at any time and sweeps every two minutes.
 */
export function createProviderCancellationSweep(ctx: Deps): (signal: AbortSignal) => Promise<void> {
  const sweeps = ctx.providers.configured.map((api) => createSweep(ctx, api))
  return async (signal) => {
    const swept = await Promise.allSettled(sweeps.map((sweep) => sweep(signal)))
    for (const each of swept) if (each.status === 'rejected') throw each.reason
  }
}

function createSweep(ctx: Deps, api: Api): (signal: AbortSignal) => Promise<void> {
  let due = ctx.now()
  let since = new Date(due.getTime() - firstLookbackMs)
  return async (signal) => {
    const began = ctx.now()
    if (began < due) return
    due = new Date(began.getTime() + sweepEveryMs)
    let failures = 0
    for (let page = 1; page <= maxPages; page++) {
      if (signal.aborted) return
      const { payments, hasMore } = await ctx.providers.of(api).listCancelled(page)
      const recent = payments.filter(({ cancelledAt }) => cancelledAt !== null && cancelledAt > since)
      failures += await reconcileCancelled(ctx, recent)
      if (!hasMore || recent.length < payments.length) break
    }
    if (failures === 0) since = new Date(began.getTime() - overlapMs)
  }
}

/** Reconciles orders whose payments were refunded by more than KingCar has recorded. @returns how many failed */
async function reconcileCancelled(ctx: Pick<Ctx, 'db' | 'log' | 'now'>, payments: readonly Payment[]): Promise<number> {
  if (payments.length === 0) return 0
  const { id, paymentUid, refundedAmount } = orders
  const uids = payments.map((payment) => payment.paymentUid)
  const [found, owed] = await Promise.all([
    ctx.db.read.select({ id, paymentUid, refundedAmount }).from(orders).where(inArray(paymentUid, uids)),
    findOpenOwedReturns(ctx.db.read, uids),
  ])
  const isOwed = owed.map(({ orderId, ...each }) => ({ id: orderId, ...each, refundedAmount: 0 }))
  let failures = 0
  for (const recorded of [...found, ...isOwed]) {
    const payment = payments.find((each) => each.paymentUid === recorded.paymentUid)
    if (!payment || payment.cancelledAmount <= recorded.refundedAmount) continue
    await ctx.db
      .transaction(async (tx) => {
        const order = await lockOrder(tx, recorded.id)
        if (order) await reconcile(tx, order, [payment], { at: ctx.now(), actorId: null })
      })
      .catch((err: unknown) => {
        failures += 1
        ctx.log.warn({ err, orderId: recorded.id }, 'provider cancellation reconciliation failed, retrying')
      })
  }
  return failures
}
