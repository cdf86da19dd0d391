import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '@kingcar/testing/statistics'
import type { NatsConnection } from 'nats'
import type { Pipeline } from './pipeline.ts'
import { type Arrival, arrivalsOf, type ReadKind, readOf, readsOfStay, retryPause, type Stay } from './workload.ts'

/**
 * Of the first reads of visits; `laterP99` is that of the others, which the product gathers for a second. `refusals`: how often a read was
 * refused and sent again.
 */
export type Latency = { units: number; p50: number; p99: number; max: number; laterP99: number; refusals: number }

/**
 * Milliseconds to wait for an acknowledgement: if nats-server stores more slowly than reads arrive, the run has to show
 * that and not abort.
 */
const timeout = 60_000

/**
 * Publishes all reads of these stays as recognizers do, at a fixed rate however long the acknowledgements take, and
 * measures each read from when it was due until a frame shows a visit that contains it. Milliseconds.
 * @param visits number that the socket has shown at the end, earlier ones included
 */
export async function publishSteadily(
  { recognizers, live, kind }: Pipeline,
  stays: readonly Stay[],
  { perSecond, visits }: { perSecond: number; visits: number },
): Promise<Latency> {
  const arrivals = arrivalsOf(stays)
  const [first, later]: [number[], number[]] = [[], []]
  const begin = performance.now()
  const dueAt = (at: number) => begin + (at * 1_000) / perSecond
  const unseen = Map.groupBy(arrivals.keys(), (at) => keyOf((arrivals[at] as Arrival).stay))

  /** A visit's reads are shown in the order in which they were published, several in one frame if a batch held them. */
  const end = live.onFrame(({ reads, ...visit }) => {
    const own = unseen.get(keyOf(visit)) ?? []
    const seen = readsOfStay - own.length
    const now = performance.now()
    for (const [place, at] of own.splice(0, reads - seen).entries())
      (seen + place === 0 ? first : later).push(now - dueAt(at))
  })
  let refusals = 0
  const answers: Promise<unknown>[] = []
  for (const [at, { stay }] of arrivals.entries()) {
    while (performance.now() < dueAt(at)) await wait(1)
    answers.push(publish(recognizers, stay, kind, () => void refusals++))
  }
  await Promise.all(answers)
  await live.shows(visits)
  end()
  return {
    units: arrivals.length,
    p50: quantile(first, 0.5),
    p99: quantile(first, 0.99),
    max: quantile(first, 1),
    laterP99: quantile(later, 0.99),
    refusals,
  }
}

/**
 * Publishes all reads of these stays without a pause, and returns how many per second were acknowledged, each after it was written to
 * the disk: no higher rate is sustainable.
 * @param visits as above
 */
export async function storedPerSecond(
  { recognizers, live, kind }: Pipeline,
  stays: readonly Stay[],
  visits: number,
): Promise<number> {
  const arrivals = arrivalsOf(stays)
  const begin = performance.now()
  await Promise.all(arrivals.map(({ stay }) => publish(recognizers, stay, kind)))
  const perSecond = (arrivals.length * 1_000) / (performance.now() - begin)
  await live.shows(visits)
  return perSecond
}

/** Until it is stored: a process refuses reads that wait for too long, and recognizers send them again after a pause. */
async function publish(
  recognizers: Pipeline['recognizers'],
  stay: Stay,
  kind: ReadKind,
  onRefused: () => void = () => undefined,
): Promise<void> {
  const { subject, data } = readOf(stay, new Date(), kind)
  const recognizer = recognizers.get(stay.deviceId) as NatsConnection
  for (;;) {
    const answer = (await recognizer.request(subject, data, { timeout })).json<Answer>()
    if (answer.stream === 'READS') return
    if (kind === 'read') throw new Error(`a read was not stored: ${answer.error?.description}`)
    onRefused()
    await wait(retryPause)
  }
}

type Answer = { stream?: string; error?: { description: string } }

const keyOf = ({ storeId, carNumber }: Pick<Stay, 'storeId' | 'carNumber'>) => `${storeId} ${carNumber}`
