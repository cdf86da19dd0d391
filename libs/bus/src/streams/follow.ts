import { setTimeout as wait } from 'node:timers/promises'
import { AckPolicy, type ConsumerConfig, DeliverPolicy, nanos, nuid, ReplayPolicy, type StreamInfo } from 'nats'
import { retryTransient } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { streams } from '../topology/streams.ts'
import type { FollowFrom, StreamMessage, StreamName } from '../types.ts'
import type { Stoppable } from './consume-lanes.ts'
import { type RawDelivery, toMessage } from './delivery.ts'
import { createPull } from './pull.ts'

export type Follower = Stoppable & {
  /** Resolves when everything that was stored at the start has been handed over. */
  caughtUp: Promise<void>
}

/** The server forgets a follower that has asked for nothing for so long, in ms. */
const inactivity = 30_000
/** Messages on their way at once. */
const window = 1_024
/** Before another try while the stream cannot be reached, in ms. */
const pause = 200

/*
 * A stream is followed in stretches. Each has a consumer of its own, without acknowledgements and kept in the server's
 * memory, which numbers its deliveries: a missing number, a lost pull or a reconnect ends the stretch, and the next
 * begins behind the last message that was handed over. A stream that is another one now (created anew, or shorter than
 * what we have seen) is followed from its start.
 */
export async function startFollower(
  link: Link,
  stream: StreamName,
  from: FollowFrom,
  onMessage: (message: StreamMessage) => void,
  subjects: readonly string[] = streams[stream].subjects,
): Promise<Follower> {
  const { jetstream, log } = link
  const caughtUp = Promise.withResolvers<void>()
  let created: string | undefined
  let last: number | undefined
  let stopped = false

  function begin({ created: now, state }: StreamInfo): Partial<ConsumerConfig> {
    const isFirst = created === undefined
    if (isFirst) last = firstPosition(from, state.last_seq)
    else if (created !== now || (last !== undefined && last > state.last_seq)) {
      log.warn({ stream, last, lastStored: state.last_seq }, 'the stream has begun anew')
      last = 0
    }
    created = now
    return last === undefined ? startOf(from) : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: last + 1 }
  }

  function hand(message: RawDelivery): void {
    last = message.sequence
    try {
      onMessage(toMessage(message))
    } catch (err) {
      log.error({ err, stream, sequence: last }, 'follower failed')
    }
  }

  async function openStretch(): Promise<{ ended: Promise<void>; end(): void }> {
    const name = nuid.next()
    const { num_pending } = await jetstream.createConsumer(stream, name, {
      ...begin(await jetstream.stream(stream)),
      filter_subjects: [...subjects],
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      inactive_threshold: nanos(inactivity),
      mem_storage: true,
      num_replicas: 1,
    })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    let behind = num_pending
    let deliveries = 0
    let open = true
    const end = () => {
      if (!open) return
      open = false
      endReconnects()
      pull.close()
      resolve()
      // where this fails the server forgets it by itself
      jetstream.deleteConsumer(stream, name).catch(() => undefined)
    }
    const lose = (reason: string) => {
      log.warn({ stream, reason }, 'stretch ended')
      end()
    }
    const pull = createPull(link, {
      stream,
      consumer: name,
      capacity: () => window,
      onLost: lose,
      // what was counted may have expired in the meantime
      onIdle: caughtUp.resolve,
      onMessage(message) {
        if (!open) return
        deliveries += 1
        if (message.number !== deliveries) return lose('a delivery is missing')
        hand(message)
        behind -= 1
        if (behind <= 0) caughtUp.resolve()
      },
    })
    const endReconnects = link.onReconnect(end)
    if (behind === 0) caughtUp.resolve()
    pull.fill()
    return { ended, end }
  }

  let stretch = await retryTransient(openStretch)
  async function run(): Promise<void> {
    while (!stopped) {
      await stretch.ended
      if (stopped) return
      try {
        stretch = await openStretch()
      } catch (err) {
        if (link.connected) log.warn({ err, stream }, 'stream is away')
        await wait(pause)
      }
    }
    stretch.end()
  }
  const running = run()
  return {
    caughtUp: caughtUp.promise,
    async stop() {
      stopped = true
      stretch.end()
      await running
      caughtUp.resolve()
    },
  }
}

/** The sequence after which to begin, where that is known already. */
function firstPosition(from: FollowFrom, lastStored: number): number | undefined {
  if (from === 'now') return lastStored
  return typeof from === 'object' && 'after' in from ? Math.min(from.after, lastStored) : undefined
}

function startOf(from: FollowFrom): Partial<ConsumerConfig> {
  if (typeof from === 'object' && 'since' in from) {
    return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: from.since.toISOString() }
  }
  return { deliver_policy: from === 'lastPerSubject' ? DeliverPolicy.LastPerSubject : DeliverPolicy.All }
}
