import { setTimeout as wait } from 'node:timers/promises'
import { retryTransient } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { acknowledgementWait } from '../topology/streams.ts'
import type { Delivery, Lanes, StreamName } from '../types.ts'
import type { ConsumerMetrics } from './consumer-metrics.ts'
import { type RawDelivery, toDelivery } from './delivery.ts'
import { createPull } from './pull.ts'

/** Milliseconds before a batch that failed comes again. */
const retryDelay = 500
/** Milliseconds before a lost pull is tried anew, doubled each time until something comes. */
const shortestPause = 200
const longestPause = 5_000
/** How often work that takes long is told to the server, which would give it to somebody else otherwise. */
const proofOfWork = (acknowledgementWait * 1_000) / 3

/** Something that goes on until it is stopped; `stop` waits for what is in hand. */
export type Stoppable = { stop(): Promise<void> }

/** Where a consumer takes its messages from, and is counted. */
export type ConsumerContext = { link: Link; metrics?: ConsumerMetrics | undefined }

/** A message that came, and what was made of it. */
type Taken<T> = { message: RawDelivery; item: T }

/**
 * Takes what is there from durable consumers of a stream. As long as it fits into one batch it goes as one, and what comes meanwhile
 * is the next: a batch has its price however few are in it. More than that is worked on by lanes beside each other, one
 * batch in flight a lane. While batches are being worked on the next are fetched. Nothing is delivered again as long as
 * this process works on it, however long that takes; what it has not begun when it stops goes to another at once.
 */
export async function consumeLanes<T>(
  { link, metrics }: ConsumerContext,
  stream: StreamName,
  durables: readonly string[],
  { count, max, prepare, handle }: Lanes<T>,
): Promise<Stoppable> {
  const { jetstream, log } = link
  for (const durable of durables) await retryTransient(() => jetstream.consumer(stream, durable))
  const taking = durables.join(',')

  const lanes = Array.from({ length: count }, () => ({ waiting: [] as Taken<T>[], busy: false }))
  const inHand = new Set<Taken<T>[]>()
  const mostWaiting = (count + 2) * max
  let waiting = 0
  let stopped = false
  let pause = shortestPause
  let idle = Promise.withResolvers<void>()
  const pullOf = (durable: string) => {
    const pull = createPull(link, {
      stream,
      consumer: durable,
      // asked for in large parts: one by one, each batch would be as small
      capacity: () => (stopped || waiting > mostWaiting / 2 ? 0 : Math.ceil((mostWaiting - waiting) / durables.length)),
      onMessage(message) {
        pause = shortestPause
        const { lane, item } = prepare(toDelivery(message))
        lanes[lane % count]?.waiting.push({ message, item })
        waiting += 1
        begin()
      },
      onLost(reason) {
        log.warn({ durable, reason }, 'pull lost')
        setTimeout(pull.fill, pause).unref()
        pause = Math.min(2 * pause, longestPause)
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
  const proving = setInterval(() => {
    for (const { message } of inAll()) message.prolong()
  }, proofOfWork)
  proving.unref()

  let scheduled = false
  /** After the messages that came together: they belong into one batch. */
  function begin(): void {
    if (scheduled || stopped) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!stopped) beginWhatFits()
    })
  }

  function beginWhatFits(): void {
    if (waiting === 0) return
    if (waiting > max) {
      for (const lane of lanes)
        if (!lane.busy && lane.waiting.length > 0) void work([lane], lane.waiting.splice(0, max))
    } else if (inHand.size === 0)
      void work(
        lanes,
        lanes.flatMap((lane) => lane.waiting.splice(0)),
      )
  }

  async function work(taken: typeof lanes, batch: Taken<T>[]): Promise<void> {
    inHand.add(batch)
    waiting -= batch.length
    for (const lane of taken) lane.busy = true
    fillAll()
    const began = performance.now()
    try {
      await handle(batch.map(({ item }) => item))
      metrics?.batch(taking, 'OK', performance.now() - began)
    } catch (err) {
      metrics?.batch(taking, 'failed', performance.now() - began)
      log.error({ err, durables, size: batch.length }, 'batch failed')
      if (!stopped) await wait(retryDelay)
      for (const { message } of batch) message.settle('-NAK')
    }
    for (const lane of taken) lane.busy = false
    inHand.delete(batch)
    if (inHand.size === 0) idle.resolve()
    begin()
  }

  const inAll = () => [...inHand, ...lanes.map((lane) => lane.waiting)].flat()
  const oldest = () => {
    const all = inAll().map(({ message }) => message.storedAt)
    return all.length === 0 ? undefined : Math.min(...all)
  }
  for (const durable of durables) metrics?.add(link, stream, durable, oldest)

  fillAll()
  return {
    async stop() {
      stopped = true
      endReconnects()
      for (const pull of pulls) pull.close()
      for (const lane of lanes) for (const { message } of lane.waiting.splice(0)) message.settle('-NAK')
      idle = Promise.withResolvers()
      if (inHand.size > 0) await idle.promise
      clearInterval(proving)
    },
  }
}

/** Batches in one lane, of the messages themselves. */
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
