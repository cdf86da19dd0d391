import { type EventName, type EventOf, eventSubject, events } from '@kingcar/contract'
import { compiled, isTracing, parentAndLinks, traced, withinRequest } from '@kingcar/runtime'
import { type Consuming, consumeBatches, type Running } from './consume.ts'
import { type Durable, durables } from './streams.ts'
import type { DeliveredEvent, Delivery, Together } from './types.ts'
import { requestIdHeader, traceHeader } from './wire.ts'

/** A refused event comes again after so many milliseconds, doubled with every delivery. */
const firstRetry = 200
const longestRetry = 30_000
/** Events that are fetched at once; they are worked on one after the other. */
const fetched = 64

/**
 * Durable work on events one after the other; an event that fails comes again later and holds nothing up. Those of a name in
 * `together` are handed over as many at once as have come; where that fails, each on its own.
 */
export async function consumeEvents<N extends EventName, M extends EventName = never>(
  consuming: Consuming,
  durable: string,
  names: readonly N[],
  handle: (event: DeliveredEvent<N>) => Promise<void>,
  together: Together<M> = {},
): Promise<Running> {
  const { link, metrics } = consuming
  const all = [...names, ...Object.keys(together)] as (N | M)[]
  assertDelivers(durable, all)
  const nameOf = new Map<string, N | M>(all.map((name) => [eventSubject(name), name]))
  const manyOf = (name: N | M | undefined) =>
    (together as Record<string, ((payloads: unknown[]) => Promise<void>) | undefined>)[name ?? '']
  let stopping = false

  async function handleOne(name: N | M, delivery: Delivery): Promise<void> {
    const event = toEvent(name, delivery)
    await within(name, [delivery], async () => {
      await (manyOf(name)?.([event.payload]) ?? handle(event as DeliveredEvent<N>))
    })
  }

  /** In the trace of the first, with links to those of the others. */
  function within(name: N | M, deliveries: readonly Delivery[], doWork: () => Promise<void>): Promise<void> {
    if (!isTracing()) return doWork()
    const traces = deliveries.map((delivery) => delivery.header(traceHeader))
    const attributes = {
      'messaging.system': 'nats',
      'messaging.consumer.group.name': durable,
      'messaging.batch.message_count': deliveries.length,
    }
    return traced(name, { kind: 'consumer', ...parentAndLinks(traces), attributes }, doWork)
  }

  /** What follows from a request's event is on its behalf, too. */
  function work(delivery: Delivery): Promise<void> {
    const requestId = delivery.header(requestIdHeader)
    return requestId ? withinRequest(requestId, () => workOn(delivery)) : workOn(delivery)
  }

  async function workOn(delivery: Delivery): Promise<void> {
    const name = nameOf.get(delivery.subject)
    try {
      if (name !== undefined) await handleOne(name, delivery)
      delivery.ack()
    } catch (err) {
      const { sequence, redelivered } = delivery
      link.log.error({ err, durable, event: name, sequence }, 'event failed')
      metrics?.eventFailed(durable, name ?? 'other')
      delivery.retry(Math.min(longestRetry, firstRetry * 2 ** redelivered))
    }
  }

  async function workOnAll(group: readonly Delivery[]): Promise<void> {
    const name = nameOf.get(group[0]?.subject ?? '')
    const many = group.length > 1 ? manyOf(name) : undefined
    const isDone =
      many &&
      name &&
      (await succeeds(() => within(name, group, async () => many(group.map((each) => toEvent(name, each).payload)))))
    for (const delivery of group) {
      if (isDone) delivery.ack()
      else await work(delivery)
    }
  }

  /** Each on its own, but for those that are handed over together. */
  function groupsOf(batch: readonly Delivery[]): Iterable<Delivery[]> {
    const key = ({ subject }: Delivery, at: number) => (manyOf(nameOf.get(subject)) ? subject : at)
    return Map.groupBy(batch.entries(), ([at, delivery]) => key(delivery, at))
      .values()
      .map((group) => group.map(([, delivery]) => delivery))
  }

  const running = await consumeBatches(consuming, 'EVENTS', durable, fetched, async (batch) => {
    for (const group of groupsOf(batch)) {
      if (stopping) for (const delivery of group) delivery.retry(0)
      else await workOnAll(group)
    }
  })
  return {
    stop() {
      stopping = true
      return running.stop()
    },
  }
}

/** What fails for many is told where each is tried on its own. */
const succeeds = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )

/** Services bind to consumers that stand in `durables`: one that lacks a name would never bring that event. */
function assertDelivers(durable: string, names: readonly EventName[]): void {
  const delivered: readonly string[] = Object.hasOwn(durables, durable) ? durables[durable as Durable].subjects : []
  const missing = names.filter((name) => !delivered.includes(eventSubject(name)))
  if (missing.length > 0) throw new Error(`the consumer ${durable} delivers no ${missing.join(', ')}`)
}

function toEvent<N extends EventName>(name: N, delivery: Delivery): { id: string; name: N; payload: EventOf<N> } {
  const id = delivery.header('Nats-Msg-Id')
  if (id === undefined) throw new Error('event without an id')
  const payload = compiled(events[name]).Parse(JSON.parse(Buffer.from(delivery.data).toString())) as EventOf<N>
  return { id, name, payload }
}
