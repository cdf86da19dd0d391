import { served } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { createSecretBox, type Logger, type Process, startBackgroundJob } from '@kingcar/runtime'
import { accessRecorder, openConnections, startDueJobs } from '@kingcar/service'
import { revokeKeys } from './card/revoke-keys.ts'
import { clockRefreshMs, createMovableClock } from './clock/movable-clock.ts'
import { type Config, channelKeysOf } from './config.ts'
import { consumedEvents, durable } from './consumers/consumed-events.ts'
import { handleEvent } from './consumers/handle-event.ts'
import { userProductsChanged } from './consumers/user-products-changed.ts'
import { visitLanes } from './consumers/visits.ts'
import type { Ctx, Workers } from './context.ts'
import { settleReceipts } from './counter-sale/settle-receipts.ts'
import { findDueWork } from './due-work.ts'
import { handlers } from './handlers.ts'
import { emitMembersCame } from './member/emit-members-came.ts'
import { createMetrics, exposeBacklog } from './metrics.ts'
import { reconcileDueOrders } from './payment/reconcile-due-orders.ts'
import { resumeIntents } from './payment/resume-intents.ts'
import { createProviderCancellationSweep } from './payment/sweep-provider-cancellations.ts'
import { notifyPriceChanges } from './price-change/notify-members.ts'
import { createLookupLimit } from './provider/lookup-limit.ts'
import { openProviders } from './provider/open.ts'
import { renewDue } from './renewal/renew.ts'
import { stopRenewalsOfDeleted } from './renewal/stop.ts'
import { compactCohortFigures } from './statistics/cohorts.ts'
import { compactMoneyFigures } from './statistics/money-sums.ts'
import { compactSubscriptionFigures } from './statistics/subscription-sums.ts'
import { compactUseFigures } from './statistics/use-sums.ts'
import { purgeVisits } from './use-log/purge-visits.ts'
import { activateAndExpire } from './user-product/activate-and-expire.ts'
import { announceEnds } from './user-product/announce-ends.ts'

/**
 * In milliseconds. Figures are correct without compaction too: their readers add the changes that are not compacted
 * yet.
 */
const compactEveryMs = 10_000
/** The sweep has its own pause, by the movable clock. */
const sweepEveryMs = 10_000
const notifyEveryMs = 10_000
const revokeEveryMs = 30_000
const purgeEveryMs = 60_000

export type Options = Config & {
  /** Tests pass their own clock, and report when they moved it. */
  now?: () => Date
  onClockMoved?: (listener: () => void) => void
}

/** Opens what the service needs, serves its operations and consumes its events, until it is disposed. */
export async function startOrders(options: Options, process: Process): Promise<AsyncDisposable> {
  const { log, health } = process
  await using opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  const { bus, db, jobs: working } = await openConnections('orders', options, process, opened)

  const clock = options.MOVABLE_CLOCK ? createMovableClock(db) : undefined
  const now = options.now ?? clock?.now ?? (() => new Date())
  const providers = openProviders(options, () => now().getTime() - Date.now(), log)
  const started: Partial<Workers> = {} // filled below: the jobs need the context that refers to them
  const ctx: Ctx = {
    db,
    bus,
    settings: await bus.watchSettings(),
    now,
    clock,
    paymentWindow: {
      impCode: options.PORTONE_IMP_CODE,
      channelKey: options.PORTONE_CHANNEL_KEY,
      current: options.PORTONE_API,
      v2: { storeId: options.PORTONE_V2_STORE_ID, channelKeys: channelKeysOf(options) },
    },
    providers: providers.forCallers,
    limitLookups: createLookupLimit(),
    limitCodes: createLookupLimit(),
    openOrdersLimit: options.OPEN_ORDERS_LIMIT,
    chargeLostAfterMs: options.PAYMENT_SETTLE_SECONDS * 1_000,
    workers: {
      reconcileOrders: () => started.reconcileOrders?.(),
      resumeIntents: () => started.resumeIntents?.(),
      renewSubscriptions: () => started.renewSubscriptions?.(),
      revokeCardKeys: () => started.revokeCardKeys?.(),
      notifyPriceChanges: () => started.notifyPriceChanges?.(),
      settleReceipts: () => started.settleReceipts?.(),
    },
    metrics: createMetrics(health.metrics),
    webhookSecrets: options.PORTONE_V2_WEBHOOK_SECRETS?.split(',') ?? [],
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    secretBox: createSecretBox(keysOf(options.IDEMPOTENCY_SECRET), 'refund accounts'),
    log,
    stopping: stopping.signal,
  }
  exposeBacklog(health.metrics, db.read, now)
  await clock?.refresh().catch((err: unknown) => log.warn({ err }, 'clock offset unavailable, retrying'))
  await bus.consumeEvents(durable, consumedEvents, (event) => handleEvent(ctx, event), {
    'orders.userProductChanged': userProductsChanged(ctx),
  })
  await bus.consumeLanes('VISITS', 'orders-visits', visitLanes(ctx))
  const recordAccess = accessRecorder({ log, stopping: stopping.signal }, (entry) =>
    db.transaction((tx) => emit(tx, 'orders.accessed', entry)),
  )
  await bus.serve(served.orders, ctx, handlers, recordAccess)
  const clocks = [options.onClockMoved, clock?.onMoved]
  const onClockMoved = (listener: () => void) => {
    for (const onMoved of clocks) onMoved?.(listener)
  }
  Object.assign(started, startWorkers({ ...ctx, providers: providers.forWorkers }, onClockMoved, working, log))
  opened.defer(() => stopping.abort())
  return opened.move()
}

/** One key, or two during a rotation. */
function keysOf(secret: string): [Buffer, ...Buffer[]] {
  const [first = '', ...others] = secret.split(',')
  return [Buffer.from(first, 'hex'), ...others.map((other) => Buffer.from(other, 'hex'))]
}

/** Starts the background jobs; they stop when `working` is disposed. */
function startWorkers(
  ctx: Ctx,
  onClockMoved: (listener: () => void) => void,
  working: AsyncDisposableStack,
  log: Logger,
): Workers {
  const start = (name: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
    working.use(startBackgroundJob({ name, everyMs, work }, log))
  const { clock } = ctx
  if (clock) start('clock-refresh', clockRefreshMs, () => clock.refresh())
  start('figures-compaction', compactEveryMs, async () => {
    await compactSubscriptionFigures(ctx.db)
    await compactCohortFigures(ctx.db)
    await compactUseFigures(ctx.db)
    await compactMoneyFigures(ctx.db)
  })
  start('decided-visits-purge', purgeEveryMs, () => purgeVisits(ctx))
  const sweep = start('provider-cancellation-sweep', sweepEveryMs, createProviderCancellationSweep(ctx))
  const notify = start('price-changes', notifyEveryMs, (signal) => notifyPriceChanges(ctx, signal))
  const jobs = {
    'product-activation-and-expiry': () => activateAndExpire(ctx),
    'period-end-announcement': () => announceEnds(ctx),
    'deleted-products-stop': (signal: AbortSignal) => stopRenewalsOfDeleted(ctx, signal),
    'members-came-emission': () => emitMembersCame(ctx),
    'order-reconciliation': (signal: AbortSignal) => reconcileDueOrders(ctx, signal),
    'intent-recovery': (signal: AbortSignal) => resumeIntents(ctx, signal),
    'subscription-renewal': (signal: AbortSignal) => renewDue(ctx, signal),
    'cash-receipt-settlement': (signal: AbortSignal) => settleReceipts(ctx, signal),
  }
  const { kick, lookSoon } = startDueJobs('due-work', { look: () => findDueWork(ctx), jobs }, ctx.db, working, log)
  onClockMoved(() => {
    lookSoon()
    sweep.soon()
    notify.soon()
  })
  return {
    reconcileOrders: kick['order-reconciliation'],
    resumeIntents: kick['intent-recovery'],
    renewSubscriptions: kick['subscription-renewal'],
    settleReceipts: kick['cash-receipt-settlement'],
    notifyPriceChanges: notify.kick,
    revokeCardKeys: start('card-key-revocation', revokeEveryMs, (signal) => revokeKeys(ctx, signal)).kick,
  }
}
