import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Deployment, openDeployment, type Process } from '../deployment/deployment.ts'
import { type Reply, type Success, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import type { Log, Trial } from '../trial.ts'
import { comesTrue, hasAll, openViewers, startTraffic } from './traffic.ts'

/*
 * Rolling restarts as an orchestrator makes them: one process after the other is asked to end, starts again, and the next one
 * follows when it is ready. Clients go to gateways that say they are ready, as a balancer sends them. Nobody may notice.
 */

export type RestartsOptions = {
  rounds: number
  /** Requests, and cars. */
  perSecond: { requests: number; cars: number }
  viewers: number
}

export type RestartsOutcome = {
  restarts: number
  requests: number
  /** Requests that were answered with anything else than usual, or not at all. */
  failed: string[]
  /** Milliseconds. */
  slowest: number
  cars: number
  /** Viewers with a hole, with a gap that they were told of, and those that were shown every car. */
  holes: number
  gaps: number
  complete: number
}

/** Milliseconds between two looks of the balancer. */
const lookEvery = 100

export async function rollingRestarts(
  { rounds, perSecond, viewers: count }: RestartsOptions,
  log: Log,
): Promise<RestartsOutcome> {
  await using stack = new AsyncDisposableStack()
  const deployment = stack.use(
    await openDeployment({ environment: { RATE_LIMIT: '0', ACCESS_TOKEN_SECONDS: '86400' } }),
  )
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, count, stack, balancer.next)
  const traffic = await startTraffic(deployment, perSecond.cars)
  const clients = await startClients(deployment, balancer.next, perSecond.requests)
  await comesTrue(() => viewers.every(({ shown }) => shown > 0))

  const all = [...deployment.services, ...deployment.gateways]
  for (let round = 1; round <= rounds; round++) {
    for (const process of all) {
      const { starts } = process
      await process.stop()
      await process.started(starts + 1)
      await comesTrue(() => isReady(process))
    }
    log(
      `${round}: ${clients.requests} requests, ${clients.failed.length} failed, the slowest ${clients.slowest.toFixed(0)} ms`,
    )
  }
  await clients.stop()
  const cars = await traffic.stop()
  await comesTrue(() => viewers.every(hasAll(cars)))
  return {
    restarts: rounds * all.length,
    requests: clients.requests,
    failed: clients.failed,
    slowest: Math.round(clients.slowest),
    cars,
    holes: viewers.filter(({ holes }) => holes.length > 0).length,
    gaps: viewers.filter(({ gaps }) => gaps.length > 0).length,
    complete: viewers.filter(hasAll(cars)).length,
  }
}

async function isReady({ operations }: Process): Promise<boolean> {
  const reply = await fetch(`${operations}/readyz`).catch(() => undefined)
  return reply?.status === 200
}

/** Sends each client to the next gateway that is ready. */
function openBalancer({ gateways }: Deployment): Disposable & { next(): string } {
  let ready = [...gateways]
  let turn = 0
  let isOver = false
  const looking = async () => {
    for (; !isOver; await wait(lookEvery)) {
      const answers = await Promise.all(gateways.map(isReady))
      const some = gateways.filter((_, at) => answers[at])
      if (some.length > 0) ready = some
    }
  }
  void looking()
  return {
    next: () => (ready[turn++ % ready.length] as (typeof gateways)[number]).url,
    [Symbol.dispose]() {
      isOver = true
    },
  }
}

type Call = { weight: number; expected: number; ask(base: string): Promise<Reply> }

/** What members, administrators and screens ask for, at a steady pace whatever the answers take. */
async function startClients({ ready }: Deployment, next: () => string, perSecond: number) {
  const { accessToken: admin } = await signIn(ready.http, ready.email, ready.password)
  const member = await joinMember(ready.http)
  const { accessToken: token, email, password } = member
  const products = await send<Success<{ id: string }[]>>(ready.http, 'GET', '/api/products')
  const productId = products.body.result[0]?.id
  const get = (path: string, by?: string) => (base: string) => send(base, 'GET', path, { token: by })
  const calls: Call[] = [
    { weight: 80, expected: 200, ask: get('/api/stores') },
    { weight: 30, expected: 200, ask: get('/api/me', token) },
    { weight: 25, expected: 200, ask: get('/api/orders', token) },
    { weight: 20, expected: 200, ask: get('/admin/api/visits', admin) },
    {
      weight: 40,
      expected: 201,
      ask: (base) =>
        send(base, 'POST', '/api/orders', { token, body: { productId }, headers: { 'idempotency-key': randomUUID() } }),
    },
    { weight: 3, expected: 200, ask: (base) => send(base, 'POST', '/api/login', { body: { email, password } }) },
  ]
  const turns = calls.flatMap((call) => Array.from({ length: call.weight }, () => call))
  const asked = { requests: 0, failed: [] as string[], slowest: 0 }
  const inFlight = new Set<Promise<void>>()

  const one = async ({ expected, ask }: Call) => {
    const began = performance.now()
    const outcome = await ask(next()).then(
      ({ status, text }) => (status === expected ? undefined : `${status} ${text.slice(0, 200)}`),
      (error: Error) => `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
    )
    asked.slowest = Math.max(asked.slowest, performance.now() - began)
    if (outcome !== undefined) asked.failed.push(`${new Date().toISOString()} ${expected} ${outcome}`)
  }
  const began = performance.now()
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) * perSecond) / 1_000; asked.requests < due; asked.requests++) {
      const asking = one(turns[(asked.requests * 37) % turns.length] as Call).finally(() => inFlight.delete(asking))
      inFlight.add(asking)
    }
  }, 5)
  return Object.assign(asked, {
    async stop() {
      clearInterval(timer)
      await Promise.all(inFlight)
    },
  })
}

export const restartsTrial: Trial = {
  about: '20 rolling restarts of every process at 200 requests and 20 cars a second (--rounds)',
  async run({ options, log }) {
    const size = { rounds: Number(options.rounds ?? 20), perSecond: { requests: 200, cars: 20 }, viewers: 20 }
    const { failed, ...figures } = await rollingRestarts(size, log)
    const isWhole = figures.holes === 0 && figures.gaps === 0 && figures.complete === size.viewers
    return [
      {
        name: 'rolling restarts',
        figures,
        claims: { [`no request fails: ${failed.length}`]: failed.length === 0, 'no live event is lost': isWhole },
        cases: failed,
      },
    ]
  },
}
