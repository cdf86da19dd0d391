import { setTimeout as wait } from 'node:timers/promises'
import { send } from '../http.ts'
import { latencyAt } from '../latency.ts'
import { memoryOf } from '../process-memory.ts'
import { type Product, startProduct } from '../product.ts'
import { connectAsSetup } from '../product-secrets.ts'
import type { Scenario } from '../scenario-runner.ts'
import { becomesTrue, hasAll, openViewers, startTraffic } from './traffic.ts'

/**
 * The time when each visit was stored in VISITS, as a consumer of the stream sees it. Milliseconds of the local clock.
 */
async function followVisits(product: Product, stack: AsyncDisposableStack): Promise<Map<string, number>> {
  const connection = await connectAsSetup(product)
  stack.defer(() => connection.close())
  const stored = new Map<string, number>()
  const consumer = await connection.jetstream().consumers.get('VISITS')
  const messages = await consumer.consume({
    callback: (message) => {
      stored.set(message.json<{ id: string }>().id, performance.now())
    },
  })
  stack.defer(async () => void (await messages.close()))
  return stored
}

export type SlowReaders = {
  /** Milliseconds from the camera's time to the frame of reading viewers: there are three disk writes in between. */
  p50: number
  p99: number
  /**
   * Milliseconds from the stream to the frame: from a consumer of VISITS, next to the gateway, to each reading viewer;
   * and frames of visits that the consumer did not receive.
   */
  fromStream: { p50: number; p99: number; unheard: number }
  /** Sleeping viewers that were closed, or notified of what they missed. */
  told: number
  /** Viewers, sleeping ones included, that at the end were shown each car, or notified that they were not. */
  complete: number
  /** Maximum growth of the gateway, MiB. */
  growth: number
  /** Viewers, sleeping ones included, that missed events without a gap message. */
  holes: number
  events: number
}

/** Makes some of many viewers stop reading while cars arrive, and measures the effect on the others. */
export async function slowReaders(
  product: Product,
  size: { viewers: number; sleepers: number; perSecond: number; seconds: number },
  log: (line: string) => void,
): Promise<SlowReaders> {
  await using stack = new AsyncDisposableStack()
  log(`${size.viewers} viewers`)
  const viewers = await openViewers(product, size.viewers, stack)
  const sleepers = viewers.slice(0, size.sleepers)
  const stored = await followVisits(product, stack)
  const latencies: number[] = []
  const frames: { visitId: string; at: number }[] = []
  // Only a few are timed: parsing each event of hundreds would slow the measurement.
  for (const viewer of viewers.slice(size.sleepers).filter((_, at) => at % 10 === 0)) {
    viewer.onEvent = (text) => {
      const [, visitId = ''] = /"visitId":"([^"]+)"/.exec(text) ?? []
      latencies.push(Date.now() - Date.parse(/"recognizedAt":"([^"]+)"/.exec(text)?.[1] ?? ''))
      frames.push({ visitId, at: performance.now() })
    }
  }
  const traffic = await startTraffic(product, size.perSecond)
  await becomesTrue(() => viewers.every(({ shown }) => shown > 0))
  const gateway = await product.pid('gateway')
  const before = (await memoryOf(gateway)).now
  latencies.length = 0
  frames.length = 0
  for (const sleeper of sleepers) sleeper.sleep()
  log(`${size.sleepers} sleep, ${size.perSecond} cars a second`)

  let most = before
  for (const until = Date.now() + size.seconds * 1_000; Date.now() < until; await wait(250)) {
    most = Math.max(most, (await memoryOf(gateway)).now)
  }
  const events = await traffic.stop()
  log('they wake')
  for (const sleeper of sleepers) sleeper.wake()
  await becomesTrue(() => viewers.every(hasAll(events)))
  const heard = frames.filter(({ visitId }) => stored.has(visitId))
  const fromStream = heard.map(({ visitId, at }) => Math.max(0, at - (stored.get(visitId) as number))) // the gateway's frame may arrive first
  return {
    p50: latencyAt(latencies, 0.5),
    p99: latencyAt(latencies, 0.99),
    fromStream: {
      p50: latencyAt(fromStream, 0.5),
      p99: latencyAt(fromStream, 0.99),
      unheard: frames.length - heard.length,
    },
    told: sleepers.filter(({ closes, gaps }) => closes.length + gaps.length > 0).length,
    complete: viewers.filter(hasAll(events)).length,
    growth: most - before,
    holes: viewers.filter((viewer) => viewer.holes.length > 0).length,
    events,
  }
}

export type GatewayKilled = {
  /** Seconds from the kill until every viewer had a socket again. */
  backSeconds: number
  back: number
  /** Viewers that missed events without a gap message, and viewers that got one. */
  holes: number
  gaps: number
  /** Viewers that were shown each car. */
  complete: number
  events: number
  /** Maximum milliseconds of a call during the reconnects, once the gateway responded again. */
  slowestCall: number
}

/** Kills the gateway while cars arrive, and waits until every viewer has reconnected and received every event. */
export async function gatewayKilled(
  product: Product,
  size: { viewers: number; perSecond: number; seconds: number },
  log: (line: string) => void,
): Promise<GatewayKilled> {
  await using stack = new AsyncDisposableStack()
  log(`${size.viewers} viewers`)
  const viewers = await openViewers(product, size.viewers, stack)
  const traffic = await startTraffic(product, size.perSecond)
  await becomesTrue(() => viewers.every(({ shown }) => shown > 0))
  await wait(size.seconds * 1_000)
  log('the gateway is killed')
  await product.kill('gateway')
  const killedAt = Date.now()
  await becomesTrue(() => viewers.every(({ open }) => !open))
  const calls = startCalls(product)
  await becomesTrue(() => viewers.every(({ open }) => open))
  const backSeconds = (Date.now() - killedAt) / 1_000
  const back = viewers.filter(({ open }) => open).length
  log(`${back} reconnected after ${backSeconds.toFixed(1)} s`)
  const slowestCall = await calls.stop()
  await wait(size.seconds * 1_000)
  const events = await traffic.stop()
  await becomesTrue(() => viewers.every(hasAll(events)))
  return {
    backSeconds,
    back,
    holes: viewers.filter((viewer) => viewer.holes.length > 0).length,
    gaps: viewers.filter((viewer) => viewer.gaps.length > 0).length,
    complete: viewers.filter(hasAll(events)).length,
    events,
    slowestCall,
  }
}

/** Requests stores ten times a second, as members do at the same time. */
function startCalls({ ready }: Product): { stop(): Promise<number> } {
  let stopped = false
  let slowest = 0
  const running = (async () => {
    for (; !stopped; await wait(100)) {
      const began = performance.now()
      const answered = await send(ready.http, 'GET', '/api/stores').then(
        ({ status }) => status === 200,
        () => false, // it has not restarted yet
      )
      if (answered) slowest = Math.max(slowest, performance.now() - began)
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      return slowest
    },
  }
}

export const liveScenario: Scenario = {
  about: '500 sockets: 200 of them stop reading at 200 cars a second; then their gateway is killed at 100 a second',
  async run({ log }) {
    await using product = await startProduct()
    const slow = await slowReaders(product, { viewers: 500, sleepers: 200, perSecond: 200, seconds: 60 }, log)
    const killed = await gatewayKilled(product, { viewers: 500, perSecond: 100, seconds: 10 }, log)
    return [
      {
        name: 'slow readers',
        figures: slow,
        claims: {
          'reading viewers get each event within 200 ms of the stream (p99)':
            slow.fromStream.p99 < 200 && slow.fromStream.unheard === 0,
          'every sleeping viewer is notified or closed': slow.told === 200,
          'the gateway grows by at most 100 MiB': slow.growth <= 100,
          'no viewer has a hole, and all have every event': slow.holes === 0 && slow.complete === 500,
        },
      },
      {
        name: 'gateway killed',
        figures: killed,
        claims: {
          'all have reconnected within 60 s': killed.back === 500 && killed.backSeconds <= 60,
          'no viewer has a hole or a gap, and all have every event':
            killed.holes === 0 && killed.gaps === 0 && killed.complete === 500,
          'no call takes a second during the reconnects': killed.slowestCall < 1_000,
        },
      },
    ]
  },
}
