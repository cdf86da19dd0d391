import { registerLazyGauges } from '@kingcar/runtime'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Link } from './link.ts'
import type { StreamName } from './types.ts'

export type CallMetrics = {
  /** `outcome` is `OK` or the code of the failure. */
  observe(operation: string, outcome: string, ms: number): void
}

/** How long operations take, by name and outcome. */
export function createCallMetrics(registry: Registry): CallMetrics {
  const histogram = new Histogram({
    name: 'kingcar_operation_duration_seconds',
    help: 'Time from a call to its answer at the service',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return { observe: (operation, outcome, ms) => histogram.observe({ operation, outcome }, ms / 1_000) }
}

/** Figures of durable consumers. */
export type ConsumerMetrics = {
  /** Of one whose messages this process takes. `oldest` gives when the oldest in hand was stored, Unix milliseconds. */
  add(link: Link, stream: StreamName, consumer: string, oldest: () => number | undefined): void
  batch(consumer: string, outcome: 'OK' | 'failed', ms: number): void
  eventFailed(consumer: string, event: string): void
}

export function createConsumerMetrics(register: Registry): ConsumerMetrics {
  const registers = [register]
  const batches = new Histogram({
    name: 'kingcar_consumer_batch_duration_seconds',
    help: 'Time that a batch of messages of a durable consumer took',
    labelNames: ['consumer', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const failures = new Counter({
    name: 'kingcar_consumer_event_failures_total',
    help: 'Events that could not be worked on; each comes again later',
    labelNames: ['consumer', 'event'],
    registers,
  })
  return {
    add({ jetstream }, stream, consumer, oldest) {
      const figures = {
        pending: {
          name: 'kingcar_consumer_pending_messages',
          help: 'Messages of a durable consumer that are not done: not delivered yet, or not acknowledged; the same of each process',
        },
        age: {
          name: 'kingcar_consumer_oldest_seconds',
          help: 'Age of the oldest message that this process has in hand, since it was stored; 0 where it has none',
        },
      }
      const look = async () => {
        const { num_pending, num_ack_pending } = await jetstream.consumer(stream, consumer)
        const stored = oldest()
        const age = stored === undefined ? 0 : Math.max(0, Date.now() - stored) / 1_000
        return { pending: num_pending + num_ack_pending, age }
      }
      registerLazyGauges(register, figures, look, { consumer })
    },
    batch: (consumer, outcome, ms) => batches.observe({ consumer, outcome }, ms / 1_000),
    eventFailed: (consumer, event) => failures.inc({ consumer, event }),
  }
}
