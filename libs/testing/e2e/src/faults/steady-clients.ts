import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deployment, Process } from '../deployment/deployment.ts'
import { type Reply, resultOf, type Success, send, signIn } from '../http.ts'
import { joinMembers } from '../member.ts'
import { formOf, picture } from '../pictures.ts'
import { ordersOfMember } from './busy-day.ts'
import { card } from './repeated-calls.ts'
import { repeatEvenly } from './traffic.ts'

/** Maximum of unpaid orders in stock. */
const mostUnpaid = 100
/**
 * Share of orders and payments in all requests; a payment may need an order first, and a member's orders are processed
 * one after the other.
 */
const shareOfOrders = 0.2
/** Milliseconds between the balancer's readiness checks. */
const lookEvery = 100

/** True if the process reports that it is ready. */
export async function isReady({ operations }: Process): Promise<boolean> {
  const reply = await fetch(`${operations}/readyz`).catch(() => undefined)
  return reply?.status === 200
}

/** Sends each client to the next ready gateway. */
export function openBalancer({ gateways }: Deployment): Disposable & { next(): string } {
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

/**
 * Requests of members, administrators and screens at a fixed rate, however long responses take; `pace` changes the
 * rate.
 */
export async function startClients({ ready }: Deployment, next: () => string, perSecond: number) {
  const { accessToken: admin } = await signIn(ready.http, ready.email, ready.password)
  // not a subscription, which a member can order once
  const [product] = await resultOf<{ id: string }[]>(ready.http, 'GET', '/api/products?productType=onetime')
  const productId = product?.id
  const joined = await joinMembers(ready.http, Math.ceil((perSecond * shareOfOrders) / ordersOfMember))
  const members = await Promise.all(
    joined.map(async ({ accessToken: token, email, password }) => {
      const { id: cardId } = await resultOf<{ id: string }>(ready.http, 'POST', '/api/cards', { token, body: card })
      return { token, email, password, cardId }
    }),
  )
  type Buyer = (typeof members)[number]
  let served = 0
  const anyone = () => members[served++ % members.length] as Buyer
  const image = await picture('jpeg', 640, 480)
  const unpaid: { id: string; buyer: Buyer }[] = []
  const order = (base: string, { token }: Buyer) => {
    const headers = { 'idempotency-key': randomUUID() }
    return send<Success<{ id: string }>>(base, 'POST', '/api/orders', { token, body: { productId }, headers })
  }
  const orderForLater = async (base: string) => {
    const buyer = anyone()
    const reply = await order(base, buyer)
    if (reply.status === 201 && unpaid.length < mostUnpaid) unpaid.push({ id: reply.body.result.id, buyer })
    return reply
  }
  const get = (path: string, by?: () => string) => (base: string) => send(base, 'GET', path, { token: by?.() })
  const calls: Call[] = [
    { weight: 100, expected: 200, ask: get('/api/stores') },
    { weight: 30, expected: 200, ask: get('/api/me', () => anyone().token) },
    { weight: 25, expected: 200, ask: get('/api/orders', () => anyone().token) },
    { weight: 20, expected: 200, ask: get('/admin/api/visits', () => admin) },
    { weight: 20, expected: 201, ask: orderForLater },
    {
      weight: 20, // as many as orders are made: each unpaid one is looked up repeatedly
      expected: 200,
      async ask(base) {
        const waiting = unpaid.pop()
        const buyer = waiting?.buyer ?? anyone()
        let id = waiting?.id
        if (id === undefined) {
          const made = await order(base, buyer)
          if (made.status !== 201) return made
          id = made.body.result.id
        }
        const { token, cardId } = buyer
        return send(base, 'PATCH', `/api/order/${id}/payment`, { token, body: { cardId } })
      },
    },
    {
      weight: 1,
      expected: 201,
      ask: (base) => send(base, 'POST', '/api/images', { token: admin, body: formOf(['image', image]) }),
    },
    {
      weight: 3,
      expected: 200,
      ask(base) {
        const { email, password } = anyone()
        return send(base, 'POST', '/api/login', { body: { email, password } })
      },
    },
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
  const coming = repeatEvenly(perSecond, () => {
    const asking = one(turns[(asked.requests * 37) % turns.length] as Call).finally(() => inFlight.delete(asking))
    asked.requests += 1
    inFlight.add(asking)
  })
  return Object.assign(asked, {
    pace: coming.pace,
    async stop() {
      coming.stop()
      await Promise.all(inFlight)
    },
  })
}
