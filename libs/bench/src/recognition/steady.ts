import { setTimeout as wait } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import { quantile } from '../statistics.ts'
import type { Pipeline } from './pipeline.ts'
import { type Arrival, arrivalsOf, readOf, readsOfStay, type Stay } from './workload.ts'

export type Latency = { units: number; p50: number; p99: number; max: number }

/** Milliseconds until a read is acknowledged: where fewer are stored than come, that is to be seen and ends nothing. */
const timeout = 60_000

/**
 * Publishes all reads of these stays as a recognizer does, so many a second by the clock, however long the answers take,
 * and measures each from the moment it was due until a frame shows a visit that holds it. Milliseconds.
 * @param visits how many the socket has shown in the end, earlier ones included
 */
export async function publishSteadily(
  { recognizers, live }: Pipeline,
  stays: readonly Stay[],
  { perSecond, visits }: { perSecond: number; visits: number },
): Promise<Latency> {
  const arrivals = arrivalsOf(stays)
  const latencies: number[] = []
  const begin = performance.now()
  const dueAt = (at: number) => begin + (at * 1_000) / perSecond
  const unseen = Map.groupBy(arrivals.keys(), (at) => keyOf((arrivals[at] as Arrival).stay))

  /** A visit's reads are shown in the order in which they were published, several at once where a batch held them. */
  const end = live.onFrame(({ reads, ...place }) => {
    const own = unseen.get(keyOf(place)) ?? []
    const seen = readsOfStay - own.length
    const now = performance.now()
    for (const at of own.splice(0, reads - seen)) latencies.push(now - dueAt(at))
  })
  const answers: Promise<unknown>[] = []
  for (const [at, { stay }] of arrivals.entries()) {
    while (performance.now() < dueAt(at)) await wait(1)
    const { subject, data } = readOf(stay, new Date())
    const recognizer = recognizers.get(stay.deviceId) as NatsConnection
    answers.push(recognizer.request(subject, data, { timeout }).then((reply) => assertStored(reply.json())))
  }
  await Promise.all(answers)
  await live.shows(visits)
  end()
  return {
    units: arrivals.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: quantile(latencies, 1),
  }
}

const keyOf = ({ storeId, carNumber }: Pick<Stay, 'storeId' | 'carNumber'>) => `${storeId} ${carNumber}`

function assertStored(answer: { stream?: string; error?: { description: string } }): void {
  if (answer.stream !== 'READS') throw new Error(`a read was not stored: ${answer.error?.description}`)
}
