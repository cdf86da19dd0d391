import { type BusStreams, everyHeartbeat, openBus, parseReadsShare } from '@kingcar/bus'
import { contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { type Process, repeat } from '@kingcar/runtime'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { sweepCorrections } from './correction/queries.ts'
import { sweepDeadLetters } from './dead-letter/sweep.ts'
import { emitMissingCredentials } from './device/credentials.ts'
import { compactDailyReads } from './device/daily-reads.ts'
import { exposeDeviceGauges } from './device/gauges.ts'
import { onHeartbeat } from './device/heartbeat.ts'
import { createMessageRateCheck } from './device/message-rate.ts'
import { openPresence } from './device/presence.ts'
import { createRegisteredDevices } from './device/registered-devices.ts'
import { foreignSubscription, rateExceeded, type ThrottleReason, throttleDevice } from './device/throttle.ts'
import { handlers } from './handlers.ts'
import { createMetrics } from './metrics.ts'
import { consumedEvents, durable } from './on/consumer.ts'
import { onDeadLetters } from './on/dead-letters.ts'
import { onEvent } from './on/events.ts'
import { readLanes } from './on/reads.ts'
import { dropExpiredMonths } from './read/month-partitions.ts'
import { createReadsCapacityAlert } from './read/reads-capacity-alert.ts'
import { createPartitionWatch } from './read/stream-partitions.ts'
import { createVisitPublisher } from './visit/publish.ts'
import { compactVisitTotals } from './visit/total-count.ts'

/** Most dead letters that one transaction takes; one may be as large as a message. */
const letterLimit = 32
/** Milliseconds between two rounds of what bounds the tables. */
const sweepEvery = 60_000
/** And between two that make room for reads. */
const forgetEvery = 5_000

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
  const publish: BusStreams['publish'] = (messages) => bus.publish(messages)
  const db = opened.use(
    await openDatabase({
      url: options.DATABASE_URL,
      schema: 'recognition',
      name: 'recognition',
      log,
      publish,
      register: health.metrics,
    }),
  )
  const presence = opened.use(openPresence(db, log))
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const metrics = createMetrics(health.metrics)
  exposeDeviceGauges(health.metrics, db.read)
  const settings = await bus.watchSettings()
  const devices = await bus.watchDevices()
  await emitMissingCredentials(db, devices)
  await bus.answerAuthCallouts(options.NATS_CALLOUT_SEED, devices, createReadsCapacityAlert(metrics, log))
  const keepOut = (deviceId: string, reason: ThrottleReason) =>
    void throttleDevice(ctx, deviceId, reason).catch((err) => log.warn({ err }, 'device not kept out'))
  const ctx: Ctx = {
    db,
    bus,
    settings,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    devices,
    registeredDevices: createRegisteredDevices(db, devices),
    presence,
    countMessage: createMessageRateCheck((deviceId) => keepOut(deviceId, rateExceeded)),
    publishVisits: createVisitPublisher(bus, settings),
    metrics,
    log,
    stopping: stopping.signal,
  }
  bus.watchDeviceConnections(devices, (deviceId) => keepOut(deviceId, foreignSubscription))
  const tables = [
    { what: 'months of reads', work: () => dropExpiredMonths(db) },
    { what: 'old dead letters', work: () => sweepDeadLetters(ctx) },
    { what: 'old corrections', work: () => sweepCorrections(db) },
    { what: 'reads of devices', work: () => compactDailyReads(db) },
    { what: 'the number of visits', work: () => compactVisitTotals(db) },
  ]
  for (const each of tables) opened.use(repeat({ ...each, everyMs: sweepEvery }, log))
  bus.subscribeQueue(everyHeartbeat, 'recognition', (message) => onHeartbeat(ctx, message))
  await bus.consumeEvents(durable, consumedEvents, (event) => onEvent(ctx, event))
  const share = options.READS_SHARE ? parseReadsShare(options.READS_SHARE) : undefined
  const partitions = await bus.consumeReads(share, readLanes(ctx))
  const watch = createPartitionWatch(partitions, log, stop)
  const forget = async () => watch(await bus.purgeDoneReads())
  opened.use(repeat({ what: 'reads that are rows', everyMs: forgetEvery, work: forget }, log))
  await bus.consumeLanes('DEAD_LETTERS', 'recognition-dead-letters', {
    count: 1,
    max: letterLimit,
    prepare: (item) => ({ lane: 0, item }),
    handle: (batch) => onDeadLetters(ctx, batch),
  })
  await bus.serve(contract.recognition, ctx, handlers)
  opened.defer(() => stopping.abort())
  return opened.move()
}
