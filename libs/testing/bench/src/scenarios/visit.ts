import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { median } from '@kingcar/testing/statistics'
import { openStores } from '../growth/car-arrivals.ts'
import { type Customer, joinCustomer, newPlate, resultOf } from '../growth/member-app.ts'
import { atOnce, until } from '../growth/member-month.ts'
import { type Cost, openMeter, sumOf } from '../growth/resource-meter.ts'
import { readsOfStay } from '../recognition/workload.ts'
import { machine, type Report } from '../report.ts'

export type Size = {
  /** Visits before those that are measured, in which code is compiled and caches fill. */
  warmUps: number
  /** Visits of a round. */
  visits: number
  rounds: number
  /** Seconds of rest before each round, in which the idle use is measured that is subtracted from it. */
  rest: number
}

export const full: Size = { warmUps: 30, visits: 15, rounds: 4, rest: 15 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { warmUps: 1, visits: 3, rounds: 1, rest: 2 }

/** Largest cost of a visit: milliseconds of all processes, bytes of PostgreSQL's log, and bytes of EVENTS. */
const budget = { cpu: 5, WAL: 6_000, EVENTS: 1_650 }
/** A wall screen and a console. */
const screens = 2

/** What one visit costs in processor time and bytes at one car per second, so that no batch has two visits. */
export async function visit(
  { warmUps, visits, rounds, rest }: Size,
  progress: (line: string) => void,
): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct())
  const { http: base, email, password } = product.ready
  const { accessToken } = await signIn(base, email, password)
  const subscription = await resultOf<{ id: string }>(base, 'POST', '/admin/api/products', accessToken, {
    ...{ name: '세차 구독', type: 'subscribe', price: 29_900, useLimit: 4 },
  })
  const stores = await openStores(product, 1, screens, stack)
  const all = warmUps + rounds * visits
  progress(`${all} members join`)
  const customers: Customer[] = []
  await atOnce([...Array(all).keys()], 4, async (at) =>
    customers.push(await joinCustomer(base, newPlate(at), subscription.id)),
  )
  let arrived = 0
  /** One car a second; resolves when each visit has used a product and no event waits. */
  const driveIn = async (count: number) => {
    const begin = performance.now()
    const staying: Promise<void>[] = []
    for (let at = 0; at < count; at++) {
      await wait(Math.max(0, begin + at * 1_000 - performance.now()))
      const { carNumber } = customers[arrived++] as Customer
      staying.push(stores.visit([carNumber], readsOfStay))
    }
    await Promise.all(staying)
    await until('every visit has used a product and all of its reads', async () => {
      const [row] = await meter.sql<{ done: boolean }[]>`
        select (select count(*) from recognition.visits where product_name is not null and reads = ${readsOfStay}) = ${arrived}
          and not exists (select from orders.outbox) and not exists (select from recognition.outbox) as done`
      return row?.done === true
    })
    await wait(1_000) // frames and jobs after the last event
  }
  const meter = await openMeter(product, 0, stack)
  progress(`${warmUps} visits to warm up`)
  await driveIn(warmUps)
  await meter.sql`vacuum analyze` // otherwise autovacuum would do this for the members who joined, while visits are measured
  const measured: (Required<Cost> & { idle: Record<string, number> })[] = []
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}: a rest of ${rest} s, ${visits} visits`)
    await meter.rest(rest)
    const cost = await meter.costOf(visits, () => driveIn(visits))
    measured.push({ ...cost, idle: meter.idle })
  }
  const cpu = withSum(middleOf(measured.map((each) => each.cpu)))
  const idle = withSum(middleOf(measured.map((each) => each.idle)))
  const bytes = middleOf(measured.map((each) => each.bytes))
  const { WAL = 0, EVENTS = 0, VISITS = 0 } = bytes
  return {
    scenario: 'visit',
    how: `${rounds} times ${visits} visits of members, one a second after ${warmUps} others, ${readsOfStay} reads and one use each, ${screens} sockets. What the product used in the ${rest} s of rest before each time is subtracted; each figure is the median.`,
    machine: machine({}),
    rows: Object.entries(cpu).map(([process, ms]) => ({
      process,
      'ms a visit': ms.toFixed(2),
      'idle, ms a second': (idle[process] ?? 0).toFixed(2),
    })),
    tables: [
      {
        title: 'Of which PostgreSQL, by process; sessions by user',
        rows: Object.entries(middleOf(measured.map((each) => each.postgres))).map(([process, ms]) => ({
          process,
          'ms a visit': ms.toFixed(2),
        })),
      },
      {
        title: 'Bytes a visit',
        rows: Object.entries({ WAL, EVENTS, VISITS }).map(([of, n]) => ({ of, bytes: Math.round(n) })),
      },
      {
        title: 'A visit in numbers, which no other load on the machine changes',
        rows: Object.entries(middleOf(measured.map((each) => each.counts))).map(([of, n]) => ({
          of,
          number: n.toFixed(1),
        })),
      },
    ],
    claims: [
      { claim: 'ms of all processes a visit', measured: cpu.together, atMost: budget.cpu },
      { claim: 'bytes of WAL a visit', measured: WAL, atMost: budget.WAL },
      { claim: 'bytes of EVENTS a visit', measured: EVENTS, atMost: budget.EVENTS },
    ],
  }
}

/** The median of each figure. */
const middleOf = (figures: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(figures[0] ?? {}).map((name) => [name, median(figures.map((each) => each[name] ?? 0))]),
  )

const withSum = (figures: Record<string, number>): Record<string, number> & { together: number } => ({
  ...figures,
  together: sumOf(figures),
})
