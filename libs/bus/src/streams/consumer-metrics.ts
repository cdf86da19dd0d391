import { registerLazyGauges } from '@kingcar/runtime'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Link } from '../connection/link.ts'
import type { StreamName } from '../types.ts'

/** Metrics of durable consumers. */
export type ConsumerMetrics = {
  /** Registers a consumer of this process. `oldest` returns the storage time of its oldest unfinished message, Unix milliseconds. */
  add(link: Link, stream: StreamName, consumer: string, oldest: () => number | undefined): void
  batch(consumer: string, outcome: 'OK' | 'failed', ms: number): void
  eventFailed(consumer: string, event: string): void
}

export function createConsumerMetrics(register: Registry): ConsumerMetrics {
  const registers = [register]
  const batches = new Histogram({
    name: 'kingcar_consumer_batch_duration_seconds',
    help: 'Duration of a batch of a durable consumer',
    labelNames: ['consumer', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const failures = new Counter({
    name: 'kingcar_consumer_event_failures_total',
    help: 'Events that were not processed: the handler failed and the event is delivered again later; other: the event had an unknown name and was dropped',
    labelNames: ['consumer', 'event'],
    registers,
  })
  return {
    add({ jetstream }, stream, consumer, oldest) {
      const figures = {
        pending: {
          name: 'kingcar_consumer_pending_messages',
          help: 'Messages of a durable consumer that are not delivered yet or not acknowledged yet; every process reports the same value',
        },
        age: {
          name: 'kingcar_consumer_oldest_seconds',
          help: 'Time since the oldest unfinished message of this process was stored; 0 if it has none',
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
