import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@kingcar/testing/random'
import { type Success, send, signIn } from '../http.ts'
import { type ProcessName, type Product, startProduct } from '../product.ts'
import type { Log, Scenario } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'

/*
 * Public reads under random writes, crashes, freezes and outages, through two gateways. A store's name contains its
 * version; for each version the time when it was known to be stored is recorded. A response without `Age` that has an
 * older version must have been requested less than a second after that time or, at the gateway that handled the write,
 * before it; a response with `Age` must have been requested less than a minute after it.
 */

/** A fault of a process: it dies and is restarted, or freezes for a while. */
export type Fault = { process: ProcessName; how: 'SIGKILL' | 'SIGSTOP'; milliseconds: number }

export type Outcome = {
  writes: number
  reads: number
  stoodIn: number
  refused: number
  /** Maximum staleness of a response without `Age`, when it was requested. Milliseconds. */
  oldest: number
  /** Maximum staleness of a response with `Age`, when it was requested. Milliseconds. */
  oldestStandIn: number
  tooOld: string[]
}

type Options = {
  faults: readonly Fault[]
  seed: number
  /** Milliseconds between two reads of a reader. */
  pause?: number
}
/** A version of a store: its number, when its writer knew that it is stored, and through which gateway. */
type StoredVersion = { version: number; at: number; gateway: string }

/** Readers per gateway. */
const readers = 3
const lifetime = 1_000
const standIn = 60_000
/** Ports below those of outgoing connections. */
const secondPort = () => 20_000 + (process.pid % 10_000)

export async function cacheFaults(product: Product, { faults, seed, pause = 20 }: Options, log: Log): Promise<Outcome> {
  const random = createRandom(seed)
  const port = secondPort()
  await using _second = await startSecondInstance(product, 'gateway', { PORT: String(port) })
  const gateways = [product.ready.http, `http://127.0.0.1:${port}`]
  const id = product.ready.stores[0]?.id as string
  const stored: StoredVersion[] = []
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
    await inject(product, fault)
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

async function inject(product: Product, { process: name, how, milliseconds }: Fault): Promise<void> {
  if (how === 'SIGKILL') {
    await product.kill(name)
    return wait(milliseconds)
  }
  // a process that is frozen for long is restarted; then the new one is frozen, too
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100)) {
    await product.kill(name, 'SIGSTOP')
  }
  await product.kill(name, 'SIGCONT')
}

/**
 * Writes one version of a store after the other. A write without a response may be stored or not, and is not recorded.
 */
async function write(
  { ready }: Product,
  gateways: readonly string[],
  id: string,
  stored: StoredVersion[],
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
  stored: readonly StoredVersion[],
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
      if (behind > standIn) outcome.tooOld.push(`${behind.toFixed(0)} ms, with Age ${age}`)
      continue
    }
    outcome.oldest = Math.max(outcome.oldest, behind)
    if (behind > lifetime || own) outcome.tooOld.push(`${behind.toFixed(0)} ms${own ? ' behind its own write' : ''}`)
  }
}

export const cacheScenario: Scenario = {
  about: 'public reads under random writes through two gateways, with everything killed and frozen in turn',
  async run({ seed, log }) {
    const random = createRandom(seed)
    const taken: ProcessName[] = ['catalog', 'nats-server', 'postgres', 'gateway']
    const some = Array.from({ length: 40 }, (_, at): Fault => {
      const how = random() < 0.5 ? 'SIGKILL' : 'SIGSTOP'
      return { process: taken[at % taken.length] as ProcessName, how, milliseconds: 200 + random() * 4_000 }
    })
    // once for longer than a stale response may be used
    const faults: Fault[] = [...some, { process: 'catalog', how: 'SIGSTOP', milliseconds: 75_000 }]
    await using product = await startProduct()
    const { tooOld, ...figures } = await cacheFaults(product, { faults, seed }, log)
    return [
      {
        name: 'cache',
        figures: { faults: faults.length, ...figures },
        claims: {
          'no response is older than a second, or than a minute if it has Age': tooOld.length === 0,
          'stale responses were used while services were unavailable': figures.stoodIn > 0,
        },
        cases: tooOld,
      },
    ]
  },
}
