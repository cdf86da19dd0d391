import { type EventName, type EventOf, eventSubject, events } from '@kingcar/contract'
import { compiled, isTracing, parentAndLinks, traced, withinRequest } from '@kingcar/runtime'
import { type Durable, durables } from '../topology/streams.ts'
import type { BatchHandlers, DeliveredEvent, Delivery } from '../types.ts'
import { type ConsumerContext, consumeBatches, type Stoppable } from './consume-lanes.ts'
import { requestIdHeader, traceHeader } from './headers.ts'

/** Redelivery delays of a failed event, in ms; doubled with every delivery. */
const minRetryDelay = 200
const maxRetryDelay = 30_000
/** Delay of an event that this process does not know, in ms; doubled with every delivery. */
const minUnknownDelay = 1_000
/**
 * Milliseconds for which an unknown event waits for a process of a newer version: longer than an upgrade during which
 * both versions run.
 */
const unknownFor = 30 * 60_000
/**
 * The largest number of unknown events that a process returns at a time: they count among the 256 unacknowledged events
 * that the durable allows for all of its processes.
 */
const maxUnknown = 32
/** Events of one fetch; they are handled one after the other. */
const fetchSize = 64

/**
 * Handles the events of a durable consumer one after the other. An event that fails is delivered again later and does
 * not delay the others. A name in `batchHandlers` gets all fetched events of that name in one call; if that fails, one
 * by one. An event with a name that this process does not know is from a newer version: it is returned until a process
 * of that version takes it.
 */
export async function consumeEvents<N extends EventName, M extends EventName = never>(
  consuming: ConsumerContext,
  durable: string,
  names: readonly N[],
  handle: (event: DeliveredEvent<N>) => Promise<void>,
  batchHandlers: BatchHandlers<M> = {},
): Promise<Stoppable> {
  const { link, metrics } = consuming
  const all = [...names, ...Object.keys(batchHandlers)] as (N | M)[]
  assertDelivers(durable, all)
  const nameOf = new Map<string, N | M>(all.map((name) => [eventSubject(name), name]))
  const batchHandlerOf = (name: N | M | undefined) =>
    (batchHandlers as Record<string, ((payloads: unknown[]) => Promise<void>) | undefined>)[name ?? '']
  let stopping = false
  /** Events of unknown names that this process has returned, by their sequence: until when the server keeps each. */
  const returned = new Map<number, number>()

  function returnUnknown(delivery: Delivery): void {
    const { sequence, subject, redelivered, storedAt } = delivery
    const now = Date.now()
    for (const [each, until] of returned) if (until <= now || each === sequence) returned.delete(each)
    // An event that was delivered for the first time is returned even if it is old: it may have waited because the
    // durable was behind.
    const isTooOld = redelivered > 0 && now - storedAt > unknownFor
    if (isTooOld || returned.size >= maxUnknown) {
      link.log.error({ durable, subject, sequence }, 'event of an unknown name dropped')
      metrics?.eventFailed(durable, 'other')
      delivery.ack()
      return
    }
    const delay = Math.min(maxRetryDelay, minUnknownDelay * 2 ** redelivered)
    returned.set(sequence, now + delay)
    delivery.retry(delay)
  }

  async function handleOne(name: N | M, delivery: Delivery): Promise<void> {
    const event = toEvent(name, delivery)
    await inSpan(name, [delivery], async () => {
      await (batchHandlerOf(name)?.([event.payload]) ?? handle(event as DeliveredEvent<N>))
    })
  }

  /** Runs work in a span of the first event's trace, linked to the traces of the others. */
  function inSpan(name: N | M, deliveries: readonly Delivery[], doWork: () => Promise<void>): Promise<void> {
    if (!isTracing()) return doWork()
    const traces = deliveries.map((delivery) => delivery.header(traceHeader))
    const attributes = {
      'messaging.system': 'nats',
      'messaging.consumer.group.name': durable,
      'messaging.batch.message_count': deliveries.length,
    }
    return traced(name, { kind: 'consumer', ...parentAndLinks(traces), attributes }, doWork)
  }

  /** Handles an event in the context of the request that caused it. */
  function handleInRequest(delivery: Delivery): Promise<void> {
    const requestId = delivery.header(requestIdHeader)
    return requestId ? withinRequest(requestId, () => handleAndAck(delivery)) : handleAndAck(delivery)
  }

  async function handleAndAck(delivery: Delivery): Promise<void> {
    const name = nameOf.get(delivery.subject)
    if (name === undefined) {
      returnUnknown(delivery)
      return
    }
    try {
      await handleOne(name, delivery)
      delivery.ack()
    } catch (err) {
      const { sequence, redelivered } = delivery
      link.log.error({ err, durable, event: name, sequence }, 'event failed')
      metrics?.eventFailed(durable, name)
      delivery.retry(Math.min(maxRetryDelay, minRetryDelay * 2 ** redelivered))
    }
  }

  async function handleGroup(group: readonly Delivery[]): Promise<void> {
    const name = nameOf.get(group[0]?.subject ?? '')
    const batchHandler = group.length > 1 ? batchHandlerOf(name) : undefined
    const isDone =
      batchHandler &&
      name &&
      (await succeeds(() =>
        inSpan(name, group, async () => batchHandler(group.map((each) => toEvent(name, each).payload))),
      ))
    for (const delivery of group) {
      if (isDone) delivery.ack()
      else await handleInRequest(delivery)
    }
  }

  /** Groups the events that share a batch handler; every other event is a group of its own. */
  function groupsOf(batch: readonly Delivery[]): Iterable<Delivery[]> {
    const key = ({ subject }: Delivery, at: number) => (batchHandlerOf(nameOf.get(subject)) ? subject : at)
    return Map.groupBy(batch.entries(), ([at, delivery]) => key(delivery, at))
      .values()
      .map((group) => group.map(([, delivery]) => delivery))
  }

  const running = await consumeBatches(consuming, 'EVENTS', durable, fetchSize, async (batch) => {
    for (const group of groupsOf(batch)) {
      if (stopping) for (const delivery of group) delivery.retry(0)
      else await handleGroup(group)
    }
  })
  return {
    stop() {
      stopping = true
      return running.stop()
    },
  }
}

/** Drops the error, which is reported when each event is handled on its own. */
const succeeds = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )

/**
 * A consumer is defined in `durables`, not by its service: an event that the definition does not select would never
 * arrive.
 */
function assertDelivers(durable: string, names: readonly EventName[]): void {
  const delivered: readonly string[] = Object.hasOwn(durables, durable) ? durables[durable as Durable].subjects : []
  const missing = names.filter((name) => !delivered.includes(eventSubject(name)))
  if (missing.length > 0) throw new Error(`consumer ${durable} does not deliver the events ${missing.join(', ')}`)
}

function toEvent<N extends EventName>(name: N, delivery: Delivery): { id: string; name: N; payload: EventOf<N> } {
  const id = delivery.header('Nats-Msg-Id')
  if (id === undefined) throw new Error('event without an id')
  const payload = compiled(events[name]).Parse(JSON.parse(Buffer.from(delivery.data).toString())) as EventOf<N>
  return { id, name, payload }
}
