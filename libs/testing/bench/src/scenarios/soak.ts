import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import { type ProcessName, type Product, productProcesses, startProduct, withoutLimits } from '@kingcar/e2e/product'
import { withChildren } from '@kingcar/localstack/process-table'
import { median } from '@kingcar/testing/statistics'
import { type Arrivals, openStores } from '../growth/car-arrivals.ts'
import { type Customer, joinCustomer, newPlate, resultOf } from '../growth/member-app.ts'
import { atOnce } from '../growth/member-month.ts'
import { sumOf } from '../growth/resource-meter.ts'
import { httpVariant } from '../http-variant.ts'
import { reads } from '../load.ts'
import { memoryOf } from '../proc.ts'
import { readsOfStay } from '../recognition/workload.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { rotate, type Variant, type Work } from '../rotate.ts'
import { type Peer, startPeer } from '../start-peer.ts'

export type Size = {
  /** Minutes of mixed work between the first and the last measurement. */
  minutes: number
  members: number
  /** For each measurement: rounds, and seconds and connections of a slice. */
  rounds: number
  seconds: number
  connections: number
  /** Seconds of each load before a measurement, as a warm-up. */
  warmUp: number
  /** Orders of a slice. */
  orders: number
}

/** The minutes of the whole scenario; `SOAK_MINUTES=120` makes it two hours. */
const minutes = Number(process.env.SOAK_MINUTES || 15)
export const full: Size = { minutes, members: 20, rounds: 8, seconds: 3, connections: 32, warmUp: 10, orders: 100 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { minutes: 0.1, members: 2, rounds: 1, seconds: 0.3, connections: 4, warmUp: 0, orders: 4 }

const cachedPath = '/api/stores?size=3'
/** Milliseconds between two rounds of mixed work, and between two samples of memory. */
const workEvery = 1_000
const sampleEvery = 15_000
/** Largest ratio of an aged cost or memory to the fresh one. */
const budget = { cost: 1.03, memory: 1.1 }
/** The share of the samples of memory that counts as the beginning, and as the end; the very first ones show the growth of a warm-up. */
const part = 0.25

/** Whether a product ages: its costs relative to a Fastify that only sends bytes, and its memory, before and after mixed work. */
export async function soak(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct(withoutLimits))
  const { http: url, email, password, stores } = product.ready
  const { accessToken } = await signIn(url, email, password)
  const sell = (product: object) => resultOf<{ id: string }>(url, 'POST', '/admin/api/products', accessToken, product)
  const subscription = await sell({ name: '세차 구독', type: 'subscribe', price: 29_900, useLimit: 1_000 })
  const wash = await sell({ name: '세차', type: 'onetime', price: 9_900 })
  const arrivals = await openStores(product, 1, 2, stack)
  const customers: Customer[] = []
  await atOnce([...Array(size.members).keys()], 2, async (at) =>
    customers.push(await joinCustomer(url, newPlate(at), subscription.id)),
  )
  const body = Buffer.from(await (await fetch(url + cachedPath)).arrayBuffer())
  const peer = stack.use(await startPeer('fastify-constant-bytes', { BODY: body.toString('base64') }))
  const costs = await costsOf(product, peer, size, stores[0]?.id ?? '', async (at) => {
    await customers[at % customers.length]?.buy(wash.id)
  })
  progress('measuring the fresh product')
  const fresh = await costs()
  progress(`${size.minutes} minutes of mixed work`)
  const memory = await ageBy(size.minutes, { product, customers, arrivals, washId: wash.id })
  progress('measuring the aged product')
  const aged = await costs()
  const ofCosts = Object.entries(fresh).map(([work, before]) => ({ work, before, ratio: (aged[work] ?? 0) / before }))
  const ofMemory = Object.entries(memory).map(([process, samples]) => {
    const count = Math.max(1, Math.floor(samples.length * part))
    const [before, after] = [median(samples.slice(0, count)), median(samples.slice(-count))]
    return { process, before, after, ratio: after / before }
  })
  return {
    scenario: 'soak',
    how: `Each second for ${size.minutes} minutes: a car of a member and one of a guest, ${readsOfStay} reads each, a member who opens the app, an order. CPU of a request in the processes that take part, relative to a Fastify that sends bytes, in ${size.rounds} rounds before and after.`,
    machine: machine({ fastify: versionOf('fastify') }),
    rows: ofCosts.map(({ work, before, ratio }) => ({
      work,
      'CPU when fresh, to bare Fastify': before.toFixed(2),
      aged: (before * ratio).toFixed(2),
      'aged to fresh': ratio.toFixed(3),
    })),
    tables: [
      {
        title: 'Memory (PSS, MiB), median of the first and of the last quarter',
        rows: ofMemory.map(({ process, before, after, ratio }) => ({
          process,
          first: before.toFixed(0),
          last: after.toFixed(0),
          'last to first': ratio.toFixed(2),
        })),
      },
    ],
    claims: [
      ...ofCosts.map(({ work, ratio }) => ({
        claim: `cost of ${work}, aged to fresh`,
        measured: ratio,
        atMost: budget.cost,
      })),
      ...ofMemory.map(({ process, ratio }) => ({
        claim: `memory of ${process}, last to first`,
        measured: ratio,
        atMost: budget.memory,
      })),
    ],
  }
}

/** Returns a function that measures the CPU of a unit of each work, in units of a request to the peer in the same rounds. */
async function costsOf(
  product: Product,
  peer: Peer,
  size: Size,
  storeId: string,
  order: (at: number) => Promise<void>,
): Promise<() => Promise<Record<string, number>>> {
  const url = product.ready.http
  const pids = async (...names: ProcessName[]): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await product.pid(name)])))
  // only those that take part: the others have work of their own after the mixed work
  const [gateway, reading, ordering] = [
    await pids('gateway'),
    await pids('gateway', 'catalog', 'nats-server', 'postgres'),
    await pids('gateway', 'member', 'catalog', 'orders', 'nats-server', 'postgres'),
  ]
  let ordered = 0
  const orders: Variant<Work> = {
    name: 'an order',
    processes: ordering,
    warm: async () => undefined,
    async slice() {
      await atOnce([...Array(size.orders).keys()], 4, () => order(ordered++))
      return { units: size.orders }
    },
  }
  return async () => {
    const [reference, ...own] = await rotate<Work>(
      [
        httpVariant('bare Fastify', { url: peer.url, requests: reads([cachedPath]) }, { peer: peer.pid }, size),
        httpVariant('a cached response', { url, requests: reads([cachedPath]) }, gateway, size),
        httpVariant('a get by id', { url, requests: reads([`/api/stores/${storeId}`]) }, reading, size),
        orders,
      ],
      { rounds: size.rounds },
    )
    const unit = sumOf(reference?.cpu ?? {})
    return Object.fromEntries(own.map(({ name, cpu }) => [name, sumOf(cpu) / unit]))
  }
}

type Business = { product: Product; customers: readonly Customer[]; arrivals: Arrivals; washId: string }

/** Does mixed work, and returns samples of the memory of each process in MiB. */
async function ageBy(
  minutes: number,
  { product, customers, arrivals, washId }: Business,
): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = {}
  const sample = async () => {
    for (const name of [...productProcesses, 'nats-server', 'postgres'] as const) {
      const pid = await product.pid(name)
      const all = name === 'postgres' ? withChildren(pid) : [pid]
      const kibibytes = all.reduce((sum, each) => sum + (memoryOf(each) ?? 0), 0)
      samples[name] = [...(samples[name] ?? []), kibibytes / 1_024]
    }
  }
  const until = performance.now() + minutes * 60_000
  let sampledAt = Number.NEGATIVE_INFINITY
  for (let second = 0; performance.now() < until; second++) {
    const due = performance.now() + workEvery
    const customer = customers[second % customers.length] as Customer
    await Promise.all([
      arrivals.visit([customer.carNumber, newPlate(customers.length + second)], readsOfStay * 2),
      customer.open().then(() => customer.buy(washId)),
    ])
    if (performance.now() - sampledAt > sampleEvery) {
      sampledAt = performance.now()
      await sample()
    }
    await wait(Math.max(0, due - performance.now()))
  }
  return samples
}
