import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'nats'
import { send } from '../http.ts'
import { latencyAt } from '../latency.ts'
import { memoryOf } from '../memory.ts'
import { type Product, startProduct } from '../product.ts'
import type { Trial } from '../scenario-runner.ts'
import { comesTrue, hasAll, openViewers, startTraffic } from './traffic.ts'

/** When each visit was stored in VISITS, as a follower of the stream hears of it. Milliseconds by our clock. */
async function followVisits({ ready, dataDir }: Product, stack: AsyncDisposableStack): Promise<Map<string, number>> {
  const secrets: { nats: { setup: string } } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  const connection = await connect({ servers: ready.nats, user: 'setup', pass: secrets.nats.setup })
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
  /** Milliseconds from the camera's time to the frame of those who read: three writes to the disk are on the way. */
  p50: number
  p99: number
  /**
   * Milliseconds from the stream to the frame: from a follower of VISITS beside the gateway to each who reads; and frames of
   * visits that the follower heard nothing of.
   */
  fromStream: { p50: number; p99: number; unheard: number }
  /** Of the sleepers: how many were closed or told of what they missed. */
  told: number
  /** Viewers, sleepers included, who in the end were shown each car that was sent, or told that they were not. */
  complete: number
  /** MiB that the gateway took more at most. */
  growth: number
  /** Viewers, sleepers included, who in the end had a hole that nobody told them of. */
  holes: number
  events: number
}

/** Lets some of many viewers stop reading while cars come, and looks at what the others see of it. */
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
  // A few are timed: to look at each event of hundreds would slow what is measured.
  for (const viewer of viewers.slice(size.sleepers).filter((_, at) => at % 10 === 0)) {
    viewer.onEvent = (text) => {
      const [, visitId = ''] = /"visitId":"([^"]+)"/.exec(text) ?? []
      latencies.push(Date.now() - Date.parse(/"recognizedAt":"([^"]+)"/.exec(text)?.[1] ?? ''))
      frames.push({ visitId, at: performance.now() })
    }
  }
  const traffic = await startTraffic(product, size.perSecond)
  await comesTrue(() => viewers.every(({ shown }) => shown > 0))
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
  await comesTrue(() => viewers.every(hasAll(events)))
  const heard = frames.filter(({ visitId }) => stored.has(visitId))
  const fromStream = heard.map(({ visitId, at }) => Math.max(0, at - (stored.get(visitId) as number))) // the gateway may be the quicker one
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
  /** Viewers with a hole, and with a gap that they were told of. */
  holes: number
  gaps: number
  /** Viewers who were shown each car that was sent. */
  complete: number
  events: number
  /** Milliseconds that a call took at most while they came back, once the gateway answered again. */
  slowestCall: number
}

/** Kills the gateway while cars come, and waits until every viewer is back and has seen every event. */
export async function gatewayKilled(
  product: Product,
  size: { viewers: number; perSecond: number; seconds: number },
  log: (line: string) => void,
): Promise<GatewayKilled> {
  await using stack = new AsyncDisposableStack()
  log(`${size.viewers} viewers`)
  const viewers = await openViewers(product, size.viewers, stack)
  const traffic = await startTraffic(product, size.perSecond)
  await comesTrue(() => viewers.every(({ shown }) => shown > 0))
  await wait(size.seconds * 1_000)
  log('the gateway is killed')
  await product.kill('gateway')
  const killedAt = Date.now()
  await comesTrue(() => viewers.every(({ open }) => !open))
  const calls = startCalls(product)
  await comesTrue(() => viewers.every(({ open }) => open))
  const backSeconds = (Date.now() - killedAt) / 1_000
  const back = viewers.filter(({ open }) => open).length
  log(`${back} are back after ${backSeconds.toFixed(1)} s`)
  const slowestCall = await calls.stop()
  await wait(size.seconds * 1_000)
  const events = await traffic.stop()
  await comesTrue(() => viewers.every(hasAll(events)))
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

/** Asks for stores ten times a second, as members do meanwhile. */
function startCalls({ ready }: Product): { stop(): Promise<number> } {
  let stopped = false
  let slowest = 0
  const running = (async () => {
    for (; !stopped; await wait(100)) {
      const began = performance.now()
      const answered = await send(ready.http, 'GET', '/api/stores').then(
        ({ status }) => status === 200,
        () => false, // it is not there yet
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

export const liveTrial: Trial = {
  about: '500 sockets, of which 200 stop reading at 200 cars a second, or whose gateway is killed at 100 a second',
  async run({ log }) {
    await using product = await startProduct()
    const slow = await slowReaders(product, { viewers: 500, sleepers: 200, perSecond: 200, seconds: 60 }, log)
    const killed = await gatewayKilled(product, { viewers: 500, perSecond: 100, seconds: 10 }, log)
    return [
      {
        name: 'slow readers',
        figures: slow,
        claims: {
          'those who read have each event within 200 ms of the stream (p99)':
            slow.fromStream.p99 < 200 && slow.fromStream.unheard === 0,
          'every sleeper is told or closed': slow.told === 200,
          'the gateway takes at most 100 MiB more': slow.growth <= 100,
          'nobody has a hole, and all have every event': slow.holes === 0 && slow.complete === 500,
        },
      },
      {
        name: 'gateway killed',
        figures: killed,
        claims: {
          'all are back within 60 s': killed.back === 500 && killed.backSeconds <= 60,
          'nobody has a hole or a gap, and all have every event':
            killed.holes === 0 && killed.gaps === 0 && killed.complete === 500,
          'no call takes a second meanwhile': killed.slowestCall < 1_000,
        },
      },
    ]
  },
}
