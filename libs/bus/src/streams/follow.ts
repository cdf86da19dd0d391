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
  /** Resolves when every message that was stored at the start has been delivered. */
  caughtUp: Promise<void>
  /** True if every message has been delivered that was stored when the current connection began. */
  isCurrent(): boolean
}

/** After this time without a pull the server removes a follower's consumer, in ms. */
const inactiveThreshold = 30_000
/** Largest number of messages in flight. */
const maxOutstanding = 1_024
/** Delay before another attempt while the stream is unreachable, in ms. */
const retryDelay = 200

/**
 * Follows a stream in consumer sessions. Each session has an ephemeral consumer in the server's memory, without
 * acknowledgements, which numbers its deliveries. A missing number, a lost pull or a reconnect ends the session; the next
 * one starts after the last message that was delivered. A stream that was recreated, or whose end is before that message,
 * is followed from its start.
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
  let current = false
  let stopped = false

  function startPosition({ created: now, state }: StreamInfo): Partial<ConsumerConfig> {
    const isFirst = created === undefined
    if (isFirst) last = firstPosition(from, state.last_seq)
    else if (created !== now || (last !== undefined && last > state.last_seq)) {
      log.warn({ stream, last, lastStored: state.last_seq }, 'stream was recreated, following it from its start')
      last = 0
    }
    created = now
    return last === undefined ? startOf(from) : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: last + 1 }
  }

  function deliver(message: RawDelivery): void {
    last = message.sequence
    try {
      onMessage(toMessage(message))
    } catch (err) {
      log.error({ err, stream, sequence: last }, 'follower callback failed')
    }
  }

  async function openSession(): Promise<{ ended: Promise<void>; end(): void }> {
    const name = nuid.next()
    const { num_pending } = await jetstream.createConsumer(stream, name, {
      ...startPosition(await jetstream.stream(stream)),
      filter_subjects: [...subjects],
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      inactive_threshold: nanos(inactiveThreshold),
      mem_storage: true,
      num_replicas: 1,
    })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    let behind = num_pending
    let deliveries = 0
    let open = true
    const becomeCurrent = () => {
      current = open
      caughtUp.resolve()
    }
    const end = () => {
      if (!open) return
      open = false
      current = false
      endReconnects()
      pull.close()
      resolve()
      // if this fails, the server removes the consumer after the inactivity threshold
      jetstream.deleteConsumer(stream, name).catch(() => undefined)
    }
    const endWith = (reason: string) => {
      log.warn({ stream, reason }, 'consumer session ended, reopening')
      end()
    }
    const pull = createPull(link, {
      stream,
      consumer: name,
      capacity: () => maxOutstanding,
      onLost: endWith,
      // some of the counted messages may have expired since
      onIdle: () => becomeCurrent(),
      awaitsIdle: () => !current,
      onMessage(message) {
        if (!open) return
        deliveries += 1
        if (message.number !== deliveries) return endWith('a delivery is missing')
        deliver(message)
        behind -= 1
        if (behind <= 0) becomeCurrent()
      },
    })
    const endReconnects = link.onReconnect(end)
    if (behind === 0) becomeCurrent()
    pull.fill()
    return { ended, end }
  }

  let consumerSession = await retryTransient(openSession)
  async function run(): Promise<void> {
    while (!stopped) {
      await consumerSession.ended
      if (stopped) return
      try {
        consumerSession = await openSession()
      } catch (err) {
        if (link.connected) log.warn({ err, stream }, 'stream unavailable, retrying')
        await wait(retryDelay)
      }
    }
    consumerSession.end()
  }
  const running = run()
  return {
    caughtUp: caughtUp.promise,
    isCurrent: () => current,
    async stop() {
      stopped = true
      consumerSession.end()
      await running
      caughtUp.resolve()
    },
  }
}

/** The sequence after which to start, if it is known before the first message. */
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
