import { type Bus, everyHeartbeat, openBus, parseReadsShare } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { type Process, startBackgroundJob } from '@kingcar/runtime'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { sweepCorrections } from './correction/store.ts'
import { sweepDeadLetters } from './dead-letter/sweep.ts'
import { exposeDevices } from './device/figures.ts'
import { onHeartbeat } from './device/heartbeat.ts'
import { createKnownDevices } from './device/known.ts'
import { listening, pauseDevice, type Reason, tooMuch } from './device/pause.ts'
import { openPresence } from './device/presence.ts'
import { createRates } from './device/rates.ts'
import { tellAllDevices } from './device/store.ts'
import { sumUpReads } from './device/sum-up.ts'
import { handlers } from './handlers.ts'
import { createMetrics } from './metrics.ts'
import { consumed, durable } from './on/consumer.ts'
import { onDeadLetters } from './on/dead-letters.ts'
import { onEvent } from './on/events.ts'
import { readLanes } from './on/reads.ts'
import { sweepReads } from './read/partitions.ts'
import { watchPartitions, watchRoom } from './room.ts'
import { createVisitPublisher } from './visit/publish.ts'
import { sumUpVisits } from './visit/total.ts'

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
  const publish: Bus['publish'] = (messages) => bus.publish(messages)
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
  exposeDevices(health.metrics, db.read)
  const settings = await bus.watchSettings()
  const devices = await bus.watchDevices()
  await tellAllDevices(db, devices)
  await bus.answerSignIns(options.NATS_CALLOUT_SEED, devices, watchRoom(metrics, log))
  const keepOut = (deviceId: string, reason: Reason) =>
    void pauseDevice(ctx, deviceId, reason).catch((err) => log.warn({ err }, 'device not kept out'))
  const ctx: Ctx = {
    db,
    bus,
    settings,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    devices,
    knownDevices: createKnownDevices(db, devices),
    presence,
    countMessage: createRates((deviceId) => keepOut(deviceId, tooMuch)),
    publishVisits: createVisitPublisher(bus, settings),
    metrics,
    log,
    stopping: stopping.signal,
  }
  bus.watchDeviceConnections(devices, (deviceId) => keepOut(deviceId, listening))
  const tables = [
    { name: 'months of reads', work: () => sweepReads(db) },
    { name: 'old dead letters', work: () => sweepDeadLetters(ctx) },
    { name: 'old corrections', work: () => sweepCorrections(db) },
    { name: 'reads of devices', work: () => sumUpReads(db) },
    { name: 'the number of visits', work: () => sumUpVisits(db) },
  ]
  for (const each of tables) opened.use(startBackgroundJob({ ...each, everyMs: sweepEvery }, log))
  bus.listen(everyHeartbeat, 'recognition', (message) => onHeartbeat(ctx, message))
  await bus.consumeEvents(durable, consumed, (event) => onEvent(ctx, event))
  const share = options.READS_SHARE ? parseReadsShare(options.READS_SHARE) : undefined
  const partitions = await bus.consumeReads(share, readLanes(ctx))
  const watch = watchPartitions(partitions, log, stop)
  const forget = async () => watch(await bus.forgetReads())
  opened.use(startBackgroundJob({ name: 'reads that are rows', everyMs: forgetEvery, work: forget }, log))
  await bus.consumeLanes('DEAD_LETTERS', 'recognition-dead-letters', {
    count: 1,
    max: letterLimit,
    sort: (item) => ({ lane: 0, item }),
    handle: (batch) => onDeadLetters(ctx, batch),
  })
  await bus.serve(built('recognition'), ctx, handlers)
  opened.defer(() => stopping.abort())
  return opened.move()
}
