import { setTimeout as wait } from 'node:timers/promises'
import { patiently } from './jetstream.ts'
import type { Link } from './link.ts'
import { type Delivered, toDelivery } from './message.ts'
import { createPull } from './pull.ts'
import { acknowledgementWait } from './streams.ts'
import type { Delivery, Lanes, StreamName } from './types.ts'

/** Milliseconds before a batch that failed comes again. */
const retryDelay = 500
/** Milliseconds before a lost pull is tried anew, doubled each time until something comes. */
const shortestPause = 200
const longestPause = 5_000
/** How often work that takes long is told to the server, which would give it to somebody else otherwise. */
const proofOfWork = (acknowledgementWait * 1_000) / 3

/** Something that goes on until it is stopped; `stop` waits for what is in hand. */
export type Running = { stop(): Promise<void> }

/** A message that came, and what was made of it. */
type Taken<T> = { message: Delivered; item: T }
type Lane<T> = { waiting: Taken<T>[]; inHand: Taken<T>[]; wake: PromiseWithResolvers<void> }

/**
 * Takes what is there from a durable consumer, one batch after the other in each lane. While batches are being worked on
 * the next are fetched. Nothing is delivered again as long as this process works on it, however long that takes; what it
 * has not begun when it stops goes to another at once.
 */
export async function consumeLanes<T>(
  link: Link,
  stream: StreamName,
  durable: string,
  { count, max, sort, handle }: Lanes<T>,
): Promise<Running> {
  const { jetstream, log } = link
  await patiently(() => jetstream.consumer(stream, durable))

  const lanes = Array.from(
    { length: count },
    (): Lane<T> => ({ waiting: [], inHand: [], wake: Promise.withResolvers() }),
  )
  const mostWaiting = count * max
  let waiting = 0
  let stopped = false
  let pause = shortestPause
  const pull = createPull(link, {
    stream,
    consumer: durable,
    // asked for in large parts: one by one, each batch would be as small
    room: () => (stopped || waiting > mostWaiting / 2 ? 0 : mostWaiting - waiting),
    onMessage(message) {
      pause = shortestPause
      const { lane, item } = sort(toDelivery(message))
      const { waiting: queue, wake } = lanes[lane % count] as Lane<T>
      queue.push({ message, item })
      waiting += 1
      wake.resolve()
    },
    onLost(reason) {
      log.warn({ durable, reason }, 'pull lost')
      setTimeout(pull.fill, pause).unref()
      pause = Math.min(2 * pause, longestPause)
    },
  })
  const endReconnects = link.onReconnect(pull.restart)
  const proving = setInterval(() => {
    for (const lane of lanes) for (const { message } of [...lane.inHand, ...lane.waiting]) message.prolong()
  }, proofOfWork)
  proving.unref()

  async function work(lane: Lane<T>): Promise<void> {
    while (!stopped) {
      if (lane.waiting.length === 0) {
        lane.wake = Promise.withResolvers()
        await lane.wake.promise
        continue
      }
      lane.inHand = lane.waiting.splice(0, max)
      waiting -= lane.inHand.length
      pull.fill()
      try {
        await handle(lane.inHand.map(({ item }) => item))
      } catch (err) {
        log.error({ err, durable, size: lane.inHand.length }, 'batch failed')
        if (!stopped) await wait(retryDelay)
        for (const { message } of lane.inHand) message.settle('-NAK')
      }
      lane.inHand = []
    }
  }

  const working = lanes.map(work)
  pull.fill()
  return {
    async stop() {
      stopped = true
      endReconnects()
      pull.close()
      for (const lane of lanes) {
        for (const { message } of lane.waiting.splice(0)) message.settle('-NAK')
        lane.wake.resolve()
      }
      await Promise.all(working)
      clearInterval(proving)
    },
  }
}

/** Batches in one lane, of the messages themselves. */
export const consumeBatches = (
  link: Link,
  stream: StreamName,
  durable: string,
  max: number,
  handle: (batch: Delivery[]) => Promise<void>,
): Promise<Running> =>
  consumeLanes<Delivery>(link, stream, durable, { count: 1, max, sort: (item) => ({ lane: 0, item }), handle })
