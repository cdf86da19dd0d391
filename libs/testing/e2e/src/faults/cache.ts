import { setTimeout as wait } from 'node:timers/promises'
import { type Success, send, signIn } from '../http.ts'
import { type ProcessName, type Product, startProduct } from '../product.ts'
import { createRandom } from '../random.ts'
import type { Log, Trial } from '../scenario-runner.ts'
import { startBeside } from '../second-instance.ts'

/*
 * Public reads under random writes, deaths, freezes and outages, through two gateways. The name of a store says its
 * version; of each version it is written down when it was known to be stored. A reader that gets an older one, without
 * being told how old its answer is, must have asked less than a second after that, and, from the gateway that passed the
 * write on, before it; one that is told must have asked less than a minute after.
 */

/** How a process is taken away: it dies and is started again, or stands still for a while. */
export type Fault = { process: ProcessName; how: 'SIGKILL' | 'SIGSTOP'; milliseconds: number }

export type Outcome = {
  writes: number
  reads: number
  stoodIn: number
  refused: number
  /** The longest that an answer without an age was out of date when it was asked for. Milliseconds. */
  oldest: number
  /** The same of those that say their age. */
  oldestStandIn: number
  tooOld: string[]
}

type Options = {
  faults: readonly Fault[]
  seed: number
  /** Milliseconds between two reads of a reader. */
  pause?: number
}
/** A version of a store: its number, and when its writer knew that it is stored, by which gateway. */
type Stored = { version: number; at: number; gateway: string }

/** Readers of each gateway. */
const readers = 3
const lifetime = 1_000
const standIn = 60_000
/** Ports below those that outgoing connections take. */
const secondPort = () => 20_000 + (process.pid % 10_000)

export async function cacheFaults(product: Product, { faults, seed, pause = 20 }: Options, log: Log): Promise<Outcome> {
  const random = createRandom(seed)
  const port = secondPort()
  await using _second = await startBeside(product, 'gateway', { PORT: String(port) })
  const gateways = [product.ready.http, `http://127.0.0.1:${port}`]
  const id = product.ready.stores[0]?.id as string
  const stored: Stored[] = []
  const outcome: Outcome = {
    writes: 0,
    reads: 0,
    stoodIn: 0,
    refused: 0,
    oldest: 0,
    oldestStandIn: 0,
    tooOld: [],
  }
  const end = new AbortController()
  const reading = gateways.flatMap((gateway) => Array.from({ length: readers }, () => gateway))
  const work = [
    write(product, gateways, id, stored, random, end.signal, outcome),
    ...reading.map((gateway) => read(gateway, id, stored, { signal: end.signal, pause }, outcome)),
  ]
  await wait(1_000)
  for (const fault of faults) {
    await strike(product, fault)
    log(
      `${fault.process} ${fault.how} ${Math.round(fault.milliseconds)} ms: ${outcome.reads} reads, ${outcome.writes} writes`,
    )
    await wait(500 + random() * 1_500)
  }
  await wait(1_000)
  end.abort()
  await Promise.all(work)
  return outcome
}

async function strike(product: Product, { process: name, how, milliseconds }: Fault): Promise<void> {
  if (how === 'SIGKILL') {
    await product.kill(name)
    return wait(milliseconds)
  }
  // one that stands still for long is started anew, and is to stand still as well
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100)) {
    await product.kill(name, 'SIGSTOP')
  }
  await product.kill(name, 'SIGCONT')
}

/** Gives a store one version after the other. One whose answer was lost may be there or not, and is not written down. */
async function write(
  { ready }: Product,
  gateways: readonly string[],
  id: string,
  stored: Stored[],
  random: () => number,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const token = async () => (await signIn(ready.http, ready.email, ready.password)).accessToken
  let held = await token()
  for (let version = 1; !signal.aborted; version++) {
    const gateway = gateways[Math.floor(random() * gateways.length)] as string
    const body = { name: `매장 ${version}` }
    const reply = await send(gateway, 'PATCH', `/admin/api/stores/${id}`, { token: held, body }).catch(() => undefined)
    if (reply?.status === 200) {
      stored.push({ version, at: performance.now(), gateway })
      outcome.writes += 1
    } else if (reply?.status === 401) held = await token().catch(() => held)
    await wait(random() < 0.5 ? 5 : 500 + random() * 2_000)
  }
}

async function read(
  gateway: string,
  id: string,
  stored: readonly Stored[],
  { signal, pause }: { signal: AbortSignal; pause: number },
  outcome: Outcome,
): Promise<void> {
  for (; !signal.aborted; await wait(pause)) {
    const asked = performance.now()
    const reply = await send<Success<{ name: string }>>(gateway, 'GET', `/api/stores/${id}`).catch(() => undefined)
    if (reply?.status !== 200) {
      outcome.refused += 1
      continue
    }
    outcome.reads += 1
    const version = Number(/^매장 (\d+)$/.exec(reply.body.result.name)?.[1] ?? 0)
    const later = stored.filter((each) => each.version > version && each.at < asked)
    const behind = Math.max(0, ...later.map(({ at }) => asked - at))
    const own = later.some((each) => each.gateway === gateway)
    const age = reply.headers.get('age')
    if (age !== null) {
      outcome.stoodIn += 1
      outcome.oldestStandIn = Math.max(outcome.oldestStandIn, behind)
      if (behind > standIn) outcome.tooOld.push(`${behind.toFixed(0)} ms, and says ${age} s`)
      continue
    }
    outcome.oldest = Math.max(outcome.oldest, behind)
    if (behind > lifetime || own) outcome.tooOld.push(`${behind.toFixed(0)} ms${own ? ' behind its own write' : ''}`)
  }
}

export const cacheTrial: Trial = {
  about: 'public reads under random writes through two gateways, with everything killed and frozen in turn',
  async run({ seed, log }) {
    const random = createRandom(seed)
    const taken: ProcessName[] = ['catalog', 'nats-server', 'postgres', 'gateway']
    const some = Array.from({ length: 40 }, (_, at): Fault => {
      const how = random() < 0.5 ? 'SIGKILL' : 'SIGSTOP'
      return { process: taken[at % taken.length] as ProcessName, how, milliseconds: 200 + random() * 4_000 }
    })
    // once for longer than an answer may stand in
    const faults: Fault[] = [...some, { process: 'catalog', how: 'SIGSTOP', milliseconds: 75_000 }]
    await using product = await startProduct()
    const { tooOld, ...figures } = await cacheFaults(product, { faults, seed }, log)
    return [
      {
        name: 'cache',
        figures: { faults: faults.length, ...figures },
        claims: {
          'no answer is older than a second, nor than a minute where it says its age': tooOld.length === 0,
          'answers stood in for owners that were away': figures.stoodIn > 0,
        },
        cases: tooOld,
      },
    ]
  },
}
