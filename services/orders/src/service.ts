import { type Bus, openBus } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { type Logger, type Process, startBackgroundJob } from '@kingcar/runtime'
import { revokeKeys } from './card/revoke.ts'
import { clockEvery, createClock } from './clock/movable.ts'
import type { Config } from './config.ts'
import type { Ctx, Workers } from './context.ts'
import { handlers } from './handlers.ts'
import { resumeIntents } from './intent/resume.ts'
import { createMetrics, exposeWaiting } from './metrics.ts'
import { consumed, durable } from './on/consumer.ts'
import { onEvent } from './on/events.ts'
import { visitLanes } from './on/visits.ts'
import { checkOrders } from './order/check.ts'
import { createCancelledFinder } from './order/find-cancelled.ts'
import { createLookUpLimit } from './payment/look-up-limit.ts'
import { openProvider } from './portone/open.ts'
import { renewDue } from './renewal/renew.ts'
import { sweepVisits } from './use-log/sweep.ts'
import { turnUserProducts } from './user-product/turn.ts'

/** Milliseconds between two looks for work that nobody asked for. */
const lookEvery = 1_000
const revokeEvery = 30_000
/** And between two rounds of what bounds the tables. */
const sweepEvery = 60_000

export type Options = Config & {
  /** The clock; tests bring their own. */
  now?: () => Date
}

/** Opens what the service needs, serves its operations and consumes its events, until it is disposed. */
export async function startOrders(options: Options, { log, health, stop }: Process): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  const bus = opened.use(
    await openBus({
      url: options.NATS_URL,
      user: options.NATS_USER,
      password: options.NATS_PASSWORD,
      name: 'orders',
      log,
      metrics: health.metrics,
      onClosed: () => stop('the bus has closed'),
    }),
  )
  const publish: Bus['publish'] = (messages) => bus.publish(messages)
  const db = opened.use(
    await openDatabase({
      url: options.DATABASE_URL,
      schema: 'orders',
      name: 'orders',
      log,
      publish,
      register: health.metrics,
    }),
  )
  const working = opened.use(new AsyncDisposableStack())
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const clock = options.MOVABLE_CLOCK ? createClock(db) : undefined
  const now = options.now ?? clock?.now ?? (() => new Date())
  const provider = openProvider(options, () => now().getTime() - Date.now(), log)
  const late: Partial<Workers> = {} // they need the context that names them
  const ctx: Ctx = {
    db,
    bus,
    settings: await bus.watchSettings(),
    now,
    clock,
    payments: { impCode: options.PORTONE_IMP_CODE, channelKey: options.PORTONE_CHANNEL_KEY },
    provider: provider.forCallers,
    limitLookUps: createLookUpLimit(),
    settleMilliseconds: options.PAYMENT_SETTLE_SECONDS * 1_000,
    workers: {
      checks: () => late.checks?.(),
      intents: () => late.intents?.(),
      renewals: () => late.renewals?.(),
      cards: () => late.cards?.(),
    },
    metrics: createMetrics(health.metrics),
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    log,
    stopping: stopping.signal,
  }
  exposeWaiting(health.metrics, db.read, now)
  await clock?.refresh().catch((err: unknown) => log.warn({ err }, 'how far the clock was moved is not known yet'))
  await bus.consumeEvents(durable, consumed, (event) => onEvent(ctx, event))
  await bus.consumeLanes('VISITS', 'orders-visits', visitLanes(ctx))
  await bus.serve(built('orders'), ctx, handlers)
  Object.assign(late, startWorkers({ ...ctx, provider: provider.forWorkers }, working, log))
  opened.defer(() => stopping.abort())
  return opened.move()
}

/** What goes on without being asked for, until `working` is disposed. */
function startWorkers(ctx: Ctx, working: AsyncDisposableStack, log: Logger): Workers {
  const start = (name: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) =>
    working.use(startBackgroundJob({ name, everyMs, work }, log)).kick
  const { clock } = ctx
  if (clock) start('clock', clockEvery, () => clock.refresh())
  start('beginnings and ends', lookEvery, () => turnUserProducts(ctx))
  start('old visits', sweepEvery, () => sweepVisits(ctx))
  start('cancellations at the provider', lookEvery, createCancelledFinder(ctx))
  return {
    checks: start('payments of orders', lookEvery, (signal) => checkOrders(ctx, signal)),
    intents: start('payments under way', lookEvery, (signal) => resumeIntents(ctx, signal)),
    renewals: start('renewals', lookEvery, (signal) => renewDue(ctx, signal)),
    cards: start('keys of cards', revokeEvery, (signal) => revokeKeys(ctx, signal)),
  }
}
