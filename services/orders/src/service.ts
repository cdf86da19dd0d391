import { type Bus, openBus } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import type { Process } from '@kingcar/runtime'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { handlers } from './handlers.ts'

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
    await openDatabase({ url: options.DATABASE_URL, schema: 'orders', name: 'orders', log, publish }),
  )
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const ctx: Ctx = {
    db,
    bus,
    settings: await bus.watchSettings(),
    now: options.now ?? (() => new Date()),
    payments: { impCode: options.PORTONE_IMP_CODE, channelKey: options.PORTONE_CHANNEL_KEY },
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    log,
    stopping: stopping.signal,
  }
  await bus.serve(built('orders'), ctx, handlers)
  opened.defer(() => stopping.abort())
  return opened.move()
}
