import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '@kingcar/testing/statistics'
import type { NatsConnection } from 'nats'
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
    answers.push(publish(recognizers, stay))
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

/**
 * Publishes all reads of these stays at once, each as a message of its own, and gives how many a second nats-server stored:
 * it writes each to the disk before it answers, so that no higher rate can be kept.
 * @param visits as above
 */
export async function storedPerSecond(
  { recognizers, live }: Pipeline,
  stays: readonly Stay[],
  visits: number,
): Promise<number> {
  const arrivals = arrivalsOf(stays)
  const begin = performance.now()
  await Promise.all(arrivals.map(({ stay }) => publish(recognizers, stay)))
  const perSecond = (arrivals.length * 1_000) / (performance.now() - begin)
  await live.shows(visits)
  return perSecond
}

async function publish(recognizers: Pipeline['recognizers'], stay: Stay): Promise<void> {
  const { subject, data } = readOf(stay, new Date())
  const recognizer = recognizers.get(stay.deviceId) as NatsConnection
  assertStored((await recognizer.request(subject, data, { timeout })).json())
}

const keyOf = ({ storeId, carNumber }: Pick<Stay, 'storeId' | 'carNumber'>) => `${storeId} ${carNumber}`

function assertStored(answer: { stream?: string; error?: { description: string } }): void {
  if (answer.stream !== 'READS') throw new Error(`a read was not stored: ${answer.error?.description}`)
}
