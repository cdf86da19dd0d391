import { deviceSightingsSubject, everyHeartbeat, parseReadsShare } from '@kingcar/bus'
import { served } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { type Process, startBackgroundJob } from '@kingcar/runtime'
import { accessRecorder, openConnections, startDueJobs } from '@kingcar/service'
import type { Config } from './config.ts'
import { deadLetterLanes } from './consumers/dead-letters.ts'
import { consumedEvents, durable } from './consumers/durable.ts'
import { onEvent } from './consumers/events.ts'
import { readLanes } from './consumers/reads.ts'
import type { Ctx } from './context.ts'
import { sweepCorrections } from './correction/queries.ts'
import { takeGroups } from './dead-letter/read-group.ts'
import { sweepDeadLetters } from './dead-letter/sweep.ts'
import { changeDeviceStates } from './device/change-states.ts'
import { createClockCheck } from './device/clock.ts'
import { createDeviceConnections } from './device/connections.ts'
import { emitMissingCredentials, reconcileCredentials } from './device/credentials.ts'
import { compactDailyReads } from './device/daily-reads.ts'
import { createEventBudget } from './device/event-budget.ts'
import { exposeDeviceGauges } from './device/gauges.ts'
import { onHeartbeat } from './device/heartbeat.ts'
import { createMessageRateCheck } from './device/message-rate.ts'
import { openPresence } from './device/presence.ts'
import { createRegisteredDevices } from './device/registered-devices.ts'
import { onDeviceSightings } from './device/sightings.ts'
import { foreignSubscription, rateExceeded, type ThrottleReason, throttleDevice } from './device/throttle.ts'
import { findDueWork } from './due-work.ts'
import { sendExpectedPlates } from './gate/expected-plates.ts'
import { sweepGates } from './gate/sweep.ts'
import { handlers } from './handlers.ts'
import { createMetrics } from './metrics.ts'
import { dropExpiredMonths } from './read/month-partitions.ts'
import { createReadsCapacityAlert } from './read/reads-capacity-alert.ts'
import { createPartitionWatch } from './read/stream-partitions.ts'
import { openRehearsals } from './rehearsal/rehearsals.ts'
import { sweepRehearsals } from './rehearsal/sweep.ts'
import { sweepReadReviews } from './review/sweep.ts'
import { emitEndedVisits } from './visit/emit-ended.ts'
import { compactVisitFigures } from './visit/figures.ts'
import { createVisitPublisher } from './visit/publish.ts'
import { compactVisitTotals } from './visit/total-count.ts'

/** Milliseconds between two runs of the cleanup jobs. */
const sweepEvery = 60_000
/**
 * Milliseconds between two comparisons of DEVICES with the table. A change that was published but not committed can act
 * for this long.
 */
const reconcileEvery = 10_000
/** Milliseconds between two comparisons of the connections of devices without a report. */
const connectionsEvery = 10_000
/** Milliseconds between two measurements of the storage of nats-server. */
const fillingEvery = 30_000
/** Milliseconds between two purges of READS: a stream that is full refuses reads. An empty one costs a request. */
const purgeEvery = 5_000

/** Starts the service: bus, database, device sign-in, jobs, consumers and operations. Disposing stops it. */
export async function startRecognition(options: Config, process: Process): Promise<AsyncDisposable> {
  const { log, health, stop } = process
  await using opened = new AsyncDisposableStack()
  const stopping = new AbortController()
  const { bus, db, jobs } = await openConnections('recognition', options, process, opened)
  const presence = jobs.use(openPresence(db, log))

  const metrics = createMetrics(health.metrics)
  exposeDeviceGauges(health.metrics, db.read)
  const settings = await bus.watchSettings()
  const devices = await bus.watchDevices()
  await emitMissingCredentials(db, devices)
  const alertOfReads = createReadsCapacityAlert(metrics, log)
  let readsFilling = 0
  await bus.answerAuthCallouts(options.NATS_CALLOUT_SEED, devices, (share) => {
    readsFilling = share
    alertOfReads(share)
  })
  let serverFilling: number | undefined
  let readsDoneUntil = 0 // until the first check, which begins at the start
  const throttle = (deviceId: string, reason: ThrottleReason) =>
    void throttleDevice(ctx, deviceId, reason).catch((err) => log.warn({ err }, 'device throttling failed'))
  const ctx: Ctx = {
    db,
    bus,
    settings,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    devices,
    registeredDevices: createRegisteredDevices(db, devices),
    presence,
    countMessage: createMessageRateCheck((deviceId) => throttle(deviceId, rateExceeded)),
    judgeClock: createClockCheck(),
    takeEvent: createEventBudget(metrics, log),
    publishVisits: createVisitPublisher(bus, settings),
    rehearsals: jobs.use(openRehearsals(db, options.DATABASE_URL, log)),
    readsDoneUntil: () => readsDoneUntil,
    storageFilling: () => serverFilling && Math.max(serverFilling, readsFilling),
    metrics,
    log,
    stopping: stopping.signal,
  }
  await bus.ingestReads()
  bus.watchDeviceConnections(devices, (deviceId) => throttle(deviceId, foreignSubscription))
  const tables = [
    { name: 'read-month-partitions', work: () => dropExpiredMonths(db) },
    { name: 'dead-letter-cleanup', work: () => sweepDeadLetters(ctx) },
    { name: 'read-groups', work: () => takeGroups(ctx) },
    { name: 'read-review-cleanup', work: () => sweepReadReviews(ctx) },
    { name: 'rehearsal-cleanup', work: () => sweepRehearsals(ctx) },
    { name: 'gate-cleanup', work: () => sweepGates(ctx) },
    { name: 'correction-cleanup', work: () => sweepCorrections(db) },
    { name: 'daily-reads-compaction', work: () => compactDailyReads(db) },
    { name: 'visit-total-compaction', work: () => compactVisitTotals(db) },
    { name: 'visit-figures', work: () => compactVisitFigures(db) },
  ]
  for (const each of tables) jobs.use(startBackgroundJob({ ...each, everyMs: sweepEvery }, log))
  const reconcile = () => reconcileCredentials(db, devices)
  jobs.use(startBackgroundJob({ name: 'device-credentials', everyMs: reconcileEvery, work: reconcile }, log))
  const askFilling = async () => {
    serverFilling = await bus.askStorageFilling()
  }
  jobs.use(startBackgroundJob({ name: 'storage-filling', everyMs: fillingEvery, work: askFilling }, log))
  const connections = createDeviceConnections({ db, bus })
  const { compare, next, note } = connections
  const comparing = jobs.use(
    startBackgroundJob({ name: 'device-connections', everyMs: connectionsEvery, work: compare, next }, log),
  )
  bus.followDeviceAdvisories((advisory) => {
    note(advisory)
    comparing.soon()
  })
  const changeStates = async (signal: AbortSignal) => {
    while (!signal.aborted && (await changeDeviceStates(db)));
  }
  const emitEnds = async (signal: AbortSignal) => {
    while (!signal.aborted && (await emitEndedVisits(ctx)));
  }
  const send = (signal: AbortSignal) => sendExpectedPlates(ctx, signal)
  const due = { 'device-states': changeStates, 'visit-ends': emitEnds, 'expected-plates': send }
  startDueJobs('due-work', { look: () => findDueWork(db.read), jobs: due }, db, jobs, log)
  bus.subscribeQueue(everyHeartbeat, 'recognition', (message) => onHeartbeat(ctx, message))
  bus.subscribeQueue(deviceSightingsSubject, 'recognition', ({ data }) => onDeviceSightings(ctx, data))
  await bus.consumeEvents(durable, consumedEvents, (event) => onEvent(ctx, event))
  const share = options.READS_SHARE ? parseReadsShare(options.READS_SHARE) : undefined
  const partitions = await bus.consumeReads(share, readLanes(ctx))
  const watch = createPartitionWatch(partitions, log, stop)
  const purge = async () => {
    const progress = await bus.purgeDoneReads()
    readsDoneUntil = progress.doneUntil
    watch(progress)
  }
  jobs.use(startBackgroundJob({ name: 'stored-reads-purge', everyMs: purgeEvery, work: purge }, log))
  await bus.consumeLanes('DEAD_LETTERS', 'recognition-dead-letters', deadLetterLanes(ctx))
  const recordAccess = accessRecorder({ log, stopping: stopping.signal }, (entry) =>
    db.transaction((tx) => emit(tx, 'recognition.accessed', entry)),
  )
  await bus.serve(served.recognition, ctx, handlers, recordAccess)
  opened.defer(() => stopping.abort())
  return opened.move()
}
