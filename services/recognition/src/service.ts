import { type Bus, openBus } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import type { Process } from '@kingcar/runtime'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { handlers } from './handlers.ts'
import { createKnownStores } from './known-stores.ts'
import { createMetrics } from './metrics.ts'
import { consumed, durable } from './on/consumer.ts'
import { onEvent } from './on/events.ts'
import { onReads } from './on/reads.ts'
import { createVisitPublisher } from './visit/publish.ts'

/** Most reads that one transaction takes (measured: twenty times the rate of one read a transaction). */
const batchLimit = 256

/** Opens what the service needs, keeps its projections and turns reads into visits, until it is disposed. */
export async function startRecognition(options: Config, { log, health, stop }: Process): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  const bus = opened.use(
    await openBus({
      url: options.NATS_URL,
      user: options.NATS_USER,
      password: options.NATS_PASSWORD,
      name: 'recognition',
      log,
      metrics: health.metrics,
      onClosed: () => stop('bus closed'),
    }),
  )
  const publish: Bus['publish'] = (messages) => bus.publish(messages)
  const db = opened.use(
    await openDatabase({ url: options.DATABASE_URL, schema: 'recognition', name: 'recognition', log, publish }),
  )
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const settings = await bus.watchSettings()
  const ctx: Ctx = {
    db,
    bus,
    settings,
    knownStores: createKnownStores(db),
    publishVisits: createVisitPublisher(bus, settings),
    metrics: createMetrics(health.metrics),
    log,
    stopping: stopping.signal,
  }
  await bus.consumeEvents(durable, consumed, (event) => onEvent(ctx, event))
  await bus.consumeBatches('READS', 'recognition-reads', batchLimit, (batch) => onReads(ctx, batch))
  await bus.serve(built('recognition'), ctx, handlers)
  opened.defer(() => stopping.abort())
  return opened.move()
}
