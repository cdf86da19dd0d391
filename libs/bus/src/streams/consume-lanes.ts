import { setTimeout as wait } from 'node:timers/promises'
import { isMissing, retryTransient } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { acknowledgementWait } from '../topology/streams.ts'
import type { Delivery, Lanes, StreamName } from '../types.ts'
import type { ConsumerMetrics } from './consumer-metrics.ts'
import { type RawDelivery, toDelivery } from './delivery.ts'
import { createPull } from './pull.ts'
import { maxGroup, partsOf } from './read-groups.ts'

/** Delay before the redelivery of a failed batch, in ms. */
const retryDelay = 500
/** Delay before a lost pull is retried, in ms; doubled each time until a message arrives. */
const minPullDelay = 200
const maxPullDelay = 5_000
/**
 * Milliseconds for which a durable consumer must be missing to count as deleted. This gives a process, which checks the
 * partitions of READS every five seconds, the time to find that their number has changed.
 */
const missingFor = 10_000
/**
 * Factor by which the expected parts of a message shrink after a message with fewer parts: after 30 single messages no
 * full groups are expected any more.
 */
const shrink = 0.9
/**
 * Interval of the progress signs on unfinished messages, in ms; without them the server would redeliver these to
 * another process.
 */
const progressInterval = (acknowledgementWait * 1_000) / 3

/** Background work; `stop` ends it and waits for what is in flight. */
export type Stoppable = { stop(): Promise<void> }

/** What all consumers of a process share. */
export type ConsumerContext = {
  link: Link
  metrics?: ConsumerMetrics | undefined
  /** Called if a durable consumer was deleted: the process has to end, so that its start fails until the setup creates it. */
  onEnded?: (() => void) | undefined
}

/** A delivered message and the item made of it. */
type Prepared<T> = { message: RawDelivery; item: T }

/**
 * Pulls from durable consumers of a stream. A backlog of at most one batch is handled as one batch, since a batch has a fixed
 * cost; a larger one is spread over parallel lanes, one batch in flight per lane. Further messages are fetched while batches
 * are handled. A message is not redelivered while this process works on it, however long that takes. `stop` returns
 * messages whose handling has not begun to the server, which delivers them to another process immediately.
 */
export async function consumeLanes<T>(
  { link, metrics, onEnded }: ConsumerContext,
  stream: StreamName,
  durables: readonly string[],
  { count, max, prepare, handle }: Lanes<T>,
): Promise<Stoppable> {
  const { jetstream, log } = link
  for (const durable of durables) await retryTransient(() => jetstream.consumer(stream, durable))
  const label = durables.join(',')

  const lanes = Array.from({ length: count }, () => ({ waiting: [] as Prepared<T>[], busy: false }))
  const inFlight = new Set<Prepared<T>[]>()
  const delayed: { lane: number; prepared: Prepared<T> }[] = []
  let delayTimer: NodeJS.Timeout | undefined
  const parts = stream === 'READS' ? { fewest: 2, most: maxGroup.reads } : { fewest: 1, most: 1 }
  const maxWaiting = (count + 2) * max
  let waiting = 0
  /**
   * The expected number of parts of a message, from the latest messages. Messages of READS may be groups. The first
   * fetch expects full groups, and each later fetch expects at least pairs: so groups that follow single messages bring
   * at most sixteen times the requested parts.
   */
  let perMessage: number = parts.most
  let stopped = false
  let pullDelay = minPullDelay
  let idle = Promise.withResolvers<void>()
  const pullOf = (durable: string) => {
    let missingSince: number | undefined
    const noteMissing = async () => {
      try {
        await jetstream.consumer(stream, durable)
        missingSince = undefined
      } catch (err) {
        if (stopped || !isMissing(err)) return // any other failure says nothing about the consumer
        missingSince ??= performance.now()
        if (performance.now() - missingSince < missingFor) return
        log.error({ err, durable }, 'durable consumer deleted')
        onEnded?.()
      }
    }
    const pull = createPull(link, {
      stream,
      consumer: durable,
      // fetches many messages together: fetching one by one would lead to batches of one message
      capacity() {
        const held = waiting + delayed.length
        return stopped || held > maxWaiting / 2 ? 0 : Math.ceil((maxWaiting - held) / perMessage / durables.length)
      },
      onMessage(message) {
        progressTimer ??= setInterval(reportProgress, progressInterval).unref()
        pullDelay = minPullDelay
        missingSince = undefined
        const own = partsOf(message)
        perMessage = Math.max(own.length, perMessage * shrink, parts.fewest)
        for (const part of own) {
          const { lane, item, delayMs } = prepare(toDelivery(part))
          if (delayMs === undefined) enqueue(lane, { message: part, item })
          else delay(lane, { message: part, item }, delayMs)
        }
      },
      onLost(reason) {
        log.warn({ durable, reason }, 'consumer pull lost, retrying')
        setTimeout(pull.fill, pullDelay).unref()
        pullDelay = Math.min(2 * pullDelay, maxPullDelay)
        void noteMissing()
      },
    })
    return pull
  }
  const pulls = durables.map(pullOf)
  const fillAll = () => {
    for (const pull of pulls) pull.fill()
  }
  const endReconnects = link.onReconnect(() => {
    for (const pull of pulls) pull.restart()
  })
  let progressTimer: NodeJS.Timeout | undefined
  /** Runs while there are unfinished messages. */
  const reportProgress = () => {
    for (const { message } of unfinished()) message.prolong()
    if (unfinished().length > 0) return
    clearInterval(progressTimer)
    progressTimer = undefined
  }

  function enqueue(lane: number, prepared: Prepared<T>): void {
    lanes[lane % count]?.waiting.push(prepared)
    waiting += 1
    schedule()
  }

  /** Half a batch of delayed messages does not wait any longer. */
  function delay(lane: number, prepared: Prepared<T>, ms: number): void {
    delayed.push({ lane, prepared })
    if (delayed.length > max / 2) endDelay()
    else delayTimer ??= setTimeout(endDelay, ms).unref()
  }

  function endDelay(): void {
    clearTimeout(delayTimer)
    delayTimer = undefined
    for (const { lane, prepared } of delayed.splice(0)) enqueue(lane, prepared)
  }

  let scheduled = false
  /** Waits for the end of the tick, so that messages that arrive together share a batch. */
  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!stopped) startBatches()
    })
  }

  function startBatches(): void {
    if (waiting === 0) return
    if (waiting > max) {
      for (const lane of lanes)
        if (!lane.busy && lane.waiting.length > 0) void work([lane], lane.waiting.splice(0, max))
    } else if (inFlight.size === 0)
      void work(
        lanes,
        lanes.flatMap((lane) => lane.waiting.splice(0)),
      )
  }

  async function work(used: typeof lanes, batch: Prepared<T>[]): Promise<void> {
    inFlight.add(batch)
    waiting -= batch.length
    for (const lane of used) lane.busy = true
    fillAll()
    const began = performance.now()
    try {
      await handle(batch.map(({ item }) => item))
      metrics?.batch(label, 'OK', performance.now() - began)
    } catch (err) {
      metrics?.batch(label, 'failed', performance.now() - began)
      log.error({ err, durables, size: batch.length }, 'batch failed')
      if (!stopped) await wait(retryDelay)
      for (const { message } of batch) message.settle('-NAK')
    }
    for (const lane of used) lane.busy = false
    inFlight.delete(batch)
    if (inFlight.size === 0) idle.resolve()
    schedule()
  }

  const unfinished = () =>
    [...inFlight, ...lanes.map((lane) => lane.waiting), delayed.map(({ prepared }) => prepared)].flat()
  const oldest = () => {
    let first: number | undefined
    for (const { message } of unfinished()) first = Math.min(first ?? message.storedAt, message.storedAt)
    return first
  }
  for (const durable of durables) metrics?.add(link, stream, durable, oldest)

  fillAll()
  return {
    async stop() {
      stopped = true
      endReconnects()
      for (const pull of pulls) pull.close()
      endDelay()
      for (const lane of lanes) for (const { message } of lane.waiting.splice(0)) message.settle('-NAK')
      idle = Promise.withResolvers()
      if (inFlight.size > 0) await idle.promise
      clearInterval(progressTimer)
    },
  }
}

/** As `consumeLanes`, with one lane and the messages themselves as items. */
export const consumeBatches = (
  consuming: ConsumerContext,
  stream: StreamName,
  durable: string,
  max: number,
  handle: (batch: Delivery[]) => Promise<void>,
): Promise<Stoppable> =>
  consumeLanes<Delivery>(consuming, stream, [durable], {
    count: 1,
    max,
    prepare: (item) => ({ lane: 0, item }),
    handle,
  })
