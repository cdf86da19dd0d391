import { type EventName, type EventOf, eventSubject, events } from '@kingcar/contract'
import { withinRequest } from '@kingcar/runtime'
import { Value } from 'typebox/value'
import { consumeBatches, type Running } from './consume.ts'
import type { Link } from './link.ts'
import { type Durable, durables } from './streams.ts'
import type { DeliveredEvent, Delivery } from './types.ts'
import { requestIdHeader } from './wire.ts'

/** A refused event comes again after so many milliseconds, doubled with every delivery. */
const firstRetry = 200
const longestRetry = 30_000
/** Events that are fetched at once; they are worked on one after the other. */
const fetched = 64

/** Durable work on events one after the other; an event that fails comes again later and holds nothing up. */
export async function consumeEvents<N extends EventName>(
  link: Link,
  durable: string,
  names: readonly N[],
  handle: (event: DeliveredEvent<N>) => Promise<void>,
): Promise<Running> {
  assertDelivers(durable, names)
  const nameOf = new Map<string, N>(names.map((name) => [eventSubject(name), name]))
  let stopping = false

  /** What follows from a request's event is on its behalf, too. */
  function work(delivery: Delivery): Promise<void> {
    const requestId = delivery.header(requestIdHeader)
    return requestId ? withinRequest(requestId, () => workOn(delivery)) : workOn(delivery)
  }

  async function workOn(delivery: Delivery): Promise<void> {
    const name = nameOf.get(delivery.subject)
    try {
      if (name !== undefined) await handle(toEvent(name, delivery) as DeliveredEvent<N>)
      delivery.ack()
    } catch (err) {
      const { sequence, redelivered } = delivery
      link.log.error({ err, durable, event: name, sequence }, 'event failed')
      delivery.retry(Math.min(longestRetry, firstRetry * 2 ** redelivered))
    }
  }

  const running = await consumeBatches(link, 'EVENTS', durable, fetched, async (batch) => {
    for (const delivery of batch) {
      if (stopping) delivery.retry(0)
      else await work(delivery)
    }
  })
  return {
    stop() {
      stopping = true
      return running.stop()
    },
  }
}

/** Services bind to consumers that stand in `durables`: one that lacks a name would never bring that event. */
function assertDelivers(durable: string, names: readonly EventName[]): void {
  const delivered: readonly string[] = Object.hasOwn(durables, durable) ? durables[durable as Durable].subjects : []
  const missing = names.filter((name) => !delivered.includes(eventSubject(name)))
  if (missing.length > 0) throw new Error(`the consumer ${durable} delivers no ${missing.join(', ')}`)
}

function toEvent<N extends EventName>(name: N, delivery: Delivery): { id: string; name: N; payload: EventOf<N> } {
  const id = delivery.header('Nats-Msg-Id')
  if (id === undefined) throw new Error('event without an id')
  const payload = Value.Parse(events[name], JSON.parse(Buffer.from(delivery.data).toString())) as EventOf<N>
  return { id, name, payload }
}
