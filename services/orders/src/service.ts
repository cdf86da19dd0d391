import { served } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { createSecretBox, type Logger, type Process, startBackgroundJob } from '@kingcar/runtime'
import { accessRecorder, openConnections } from '@kingcar/service'
import { revokeKeys } from './card/revoke-keys.ts'
import { clockRefreshMs, createMovableClock } from './clock/movable-clock.ts'
import { type Config, channelKeysOf } from './config.ts'
import { consumedEvents, durable } from './consumers/consumed-events.ts'
import { handleEvent } from './consumers/handle-event.ts'
import { userProductsChanged } from './consumers/user-products-changed.ts'
import { visitLanes } from './consumers/visits.ts'
import type { Ctx, Workers } from './context.ts'
import { settleReceipts } from './counter-sale/settle-receipts.ts'
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

/** Milliseconds between two runs of a job that no write has started. */
const pollEveryMs = 1_000
/** Figures are correct before too: their readers add what is not compacted yet. */
const compactEveryMs = 10_000
const notifyEveryMs = 10_000
const revokeEveryMs = 30_000
const purgeEveryMs = 60_000

export type Options = Config & {
  /** Tests bring their own clock. */
  now?: () => Date
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
  Object.assign(started, startWorkers({ ...ctx, providers: providers.forWorkers }, working, log))
  opened.defer(() => stopping.abort())
  return opened.move()
}

/** One key, or two during a rotation. */
function keysOf(secret: string): [Buffer, ...Buffer[]] {
  const [first = '', ...others] = secret.split(',')
  return [Buffer.from(first, 'hex'), ...others.map((other) => Buffer.from(other, 'hex'))]
}

/** Starts the background jobs; they stop when `working` is disposed. */
function startWorkers(ctx: Ctx, working: AsyncDisposableStack, log: Logger): Workers {
  const start = (name: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
    working.use(startBackgroundJob({ name, everyMs, work }, log)).kick
  const { clock } = ctx
  if (clock) start('clock-refresh', clockRefreshMs, () => clock.refresh())
  start('product-activation-and-expiry', pollEveryMs, () => activateAndExpire(ctx))
  start('period-end-announcement', pollEveryMs, () => announceEnds(ctx))
  start('deleted-products-stop', pollEveryMs, (signal) => stopRenewalsOfDeleted(ctx, signal))
  start('figures-compaction', compactEveryMs, async () => {
    await compactSubscriptionFigures(ctx.db)
    await compactCohortFigures(ctx.db)
    await compactUseFigures(ctx.db)
    await compactMoneyFigures(ctx.db)
  })
  start('members-came-emission', pollEveryMs, () => emitMembersCame(ctx))
  start('decided-visits-purge', purgeEveryMs, () => purgeVisits(ctx))
  start('provider-cancellation-sweep', pollEveryMs, createProviderCancellationSweep(ctx))
  return {
    reconcileOrders: start('order-reconciliation', pollEveryMs, (signal) => reconcileDueOrders(ctx, signal)),
    resumeIntents: start('intent-recovery', pollEveryMs, (signal) => resumeIntents(ctx, signal)),
    renewSubscriptions: start('subscription-renewal', pollEveryMs, (signal) => renewDue(ctx, signal)),
    notifyPriceChanges: start('price-changes', notifyEveryMs, (signal) => notifyPriceChanges(ctx, signal)),
    settleReceipts: start('cash-receipt-settlement', pollEveryMs, (signal) => settleReceipts(ctx, signal)),
    revokeCardKeys: start('card-key-revocation', revokeEveryMs, (signal) => revokeKeys(ctx, signal)),
  }
}
