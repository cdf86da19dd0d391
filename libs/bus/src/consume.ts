import { setTimeout as wait } from 'node:timers/promises'
import { patiently } from './jetstream.ts'
import type { Link } from './link.ts'
import { type Delivered, toDelivery } from './message.ts'
import { createPull } from './pull.ts'
import { acknowledgementWait } from './streams.ts'
import type { Delivery, StreamName } from './types.ts'

/** Milliseconds before a batch that failed comes again. */
const retryDelay = 500
/** Milliseconds before a lost pull is tried anew, doubled each time until something comes. */
const shortestPause = 200
const longestPause = 5_000
/** How often work that takes long is told to the server, which would give it to somebody else otherwise. */
const proofOfWork = (acknowledgementWait * 1_000) / 3

/** Something that goes on until it is stopped; `stop` waits for what is in hand. */
export type Running = { stop(): Promise<void> }

/**
 * Takes what is there from a durable consumer, 1 to `max` messages at a time, one batch after the other. While a batch is
 * being worked on the next is fetched. Nothing is delivered again as long as this process works on it, however long that
 * takes; what it has not begun when it stops goes to another at once.
 */
export async function consumeBatches(
  link: Link,
  stream: StreamName,
  durable: string,
  max: number,
  handle: (batch: Delivery[]) => Promise<void>,
): Promise<Running> {
  const { jetstream, log } = link
  await patiently(() => jetstream.consumer(stream, durable))

  let received: Delivered[] = []
  let inHand: Delivered[] = []
  let stopped = false
  let pause = shortestPause
  let wake = Promise.withResolvers<void>()
  const pull = createPull(link, {
    stream,
    consumer: durable,
    room: () => (received.length === 0 && !stopped ? max : 0),
    onMessage(message) {
      pause = shortestPause
      received.push(message)
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
    for (const message of [...inHand, ...received]) message.prolong()
  }, proofOfWork)
  proving.unref()

  async function work(): Promise<void> {
    while (!stopped) {
      if (received.length === 0) {
        wake = Promise.withResolvers<void>()
        await wake.promise
        continue
      }
      inHand = received.splice(0, max)
      pull.fill()
      try {
        await handle(inHand.map(toDelivery))
      } catch (err) {
        log.error({ err, durable, size: inHand.length }, 'batch failed')
        if (!stopped) await wait(retryDelay)
        for (const message of inHand) message.settle('-NAK')
      }
      inHand = []
    }
  }

  const working = work()
  pull.fill()
  return {
    async stop() {
      stopped = true
      endReconnects()
      pull.close()
      for (const message of received) message.settle('-NAK')
      received = []
      wake.resolve()
      await working
      clearInterval(proving)
    },
  }
}
