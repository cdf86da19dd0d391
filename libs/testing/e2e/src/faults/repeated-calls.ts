import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deadline, deadlineOf } from '@kingcar/testing/deadline'
import { type Failure, type Reply, resultOf, type Success, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { formOf, picture } from '../pictures.ts'
import type { Ready } from '../product.ts'

export const dependencies = [
  'member',
  'catalog',
  'orders',
  'recognition',
  'nats-server',
  'postgres',
  'provider',
] as const
export type Dependency = (typeof dependencies)[number]
export type Call = {
  name: string
  expected: number
  needs: readonly Dependency[]
  ask(): Promise<Reply>
  /** Text that every valid response contains. */
  says?: string
  /** Milliseconds between two of these calls, if longer than usual. */
  every?: number
  /** Prepares the call; false if it cannot be made now. */
  prepare?(): Promise<boolean>
}

export type CallOutcome = {
  answers: number
  refused: number
  /** When the last refused call was made, by `performance.now()`; 0 if none was refused. */
  lastRefused: number
  /** Milliseconds of the slowest response. */
  slowest: number
  /** Invalid responses. */
  wrong: string[]
}

/** Maximum milliseconds of every response, on a machine that is not overloaded; in a test longer on a slower machine. */
export const usualBound = 2_000 * (deadline / deadlineOf(0))
const patience = 60_000
/** Milliseconds between two calls of the same kind. */
const usualPause = 50

export const newCallOutcome = (): CallOutcome => ({ answers: 0, refused: 0, lastRefused: 0, slowest: 0, wrong: [] })

export type RepeatOptions = {
  /** Dependencies that may be unavailable. */
  unavailable: readonly Dependency[]
  signal: AbortSignal
  /** Maximum milliseconds of a response. */
  bound?: number
  /** Milliseconds between two calls, if the call itself needs no longer pause. */
  pause?: number | undefined
}

/** Repeats a call, and judges its responses. */
export async function repeat(
  call: Call,
  { unavailable, signal, bound = usualBound, pause = usualPause }: RepeatOptions,
  outcome: CallOutcome,
): Promise<void> {
  for (; !signal.aborted; await wait(Math.max(call.every ?? 0, pause))) {
    if (call.prepare && !(await call.prepare())) continue
    const began = performance.now()
    const reply = await call.ask().catch((error: Error) => error)
    const took = performance.now() - began
    outcome.answers += 1
    outcome.slowest = Math.max(outcome.slowest, Math.round(took))
    const wrong = took > bound ? `after ${Math.round(took)} ms` : whatIsWrong(call, unavailable, reply)
    if (wrong) outcome.wrong.push(`${call.name}: ${wrong}`)
    if (reply instanceof Error || reply.status !== 503) continue
    outcome.refused += 1
    outcome.lastRefused = Math.max(outcome.lastRefused, began)
  }
}

function whatIsWrong(
  { expected, needs, says = '' }: Call,
  unavailable: readonly Dependency[],
  reply: Reply | Error,
): string | undefined {
  if (reply instanceof Error) return reply.message
  const { status, headers, text } = reply
  if (status === expected) return text.includes(says) ? undefined : `does not contain ${says}: ${text.slice(0, 200)}`
  if (status !== 503 || !unavailable.some((each) => needs.includes(each))) return `${status} ${text.slice(0, 200)}`
  if (!headers.get('retry-after')) return '503 without Retry-After'
  return (reply.body as Failure).error.code === 'UNAVAILABLE' ? undefined : text
}

/** Waits until each call succeeds again. */
export async function waitUntilRecovered(calls: readonly Call[]): Promise<void> {
  const until = Date.now() + patience
  await Promise.all(
    calls.map(async ({ name, expected, ask, prepare, every = 20 }) => {
      for (;;) {
        await prepare?.()
        const reply = await ask().catch(() => undefined)
        if (reply?.status === expected) return
        if (Date.now() > until) throw new Error(`${name} has not recovered: ${reply?.status} ${reply?.text}`)
        await wait(every)
      }
    }),
  )
}

/** Unpaid orders in stock: more than are used during an outage. */
const ordersInStock = 20
/** A card that is charged. */
export const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }

/** Calls of each service that read, write and call another service; at both gateways. */
export async function everyCall(ready: Ready, gateways: readonly { url: string }[]): Promise<Call[]> {
  const base = ready.http
  const { accessToken: admin } = await signIn(base, ready.email, ready.password)
  const member = await joinMember(base)
  const { accessToken: token, email, password } = member
  const made = async (path: string, by: string, body: object) =>
    (await resultOf<{ id: string }>(base, 'POST', path, { token: by, body })).id
  const [brand] = await resultOf<{ id: string }[]>(base, 'GET', '/api/carBrands')
  const car = { carNumber: '33고3333', carBrandId: brand?.id, model: '아반떼' }
  const carId = await made('/api/cars', token, car)
  const product = { name: '손세차', description: '', type: 'onetime', price: 30_000 }
  const productId = await made('/admin/api/products', admin, product)
  const orderId = await made('/api/orders', token, { productId })
  const cardId = await made('/api/cards', token, card)
  const storeId = ready.stores[0]?.id as string

  let turn = 0
  const ask =
    (method: string, path: string, options: Parameters<typeof send>[3] = {}) =>
    () =>
      send(gateways[turn++ % gateways.length]?.url ?? base, method, path, options)
  const image = await picture('jpeg', 320, 200)
  const servers = ['nats-server', 'postgres'] as const
  const unpaid: string[] = []
  /** Orders for payments are created in advance, as far as possible. */
  const keepOrders = async () => {
    for (let some = 0; some < 3 && unpaid.length < ordersInStock; some++) {
      const order = ask('POST', '/api/orders', { token, body: { productId } })
      const reply = (await order().catch(() => undefined)) as Reply<Success<{ id: string }>> | undefined
      if (reply?.status === 201) unpaid.push(reply.body.result.id)
    }
    return unpaid.length > 0
  }
  while (unpaid.length < ordersInStock) await keepOrders()
  const get = (path: string, by: string | undefined, ...needs: Dependency[]): Call => ({
    name: `GET ${path}`,
    expected: 200,
    needs: [...servers, ...needs],
    ask: ask('GET', path, { token: by }),
  })
  return [
    { name: 'GET /api/health', expected: 200, needs: [], says: '"ok"', ask: ask('GET', '/api/health') },
    { name: 'GET /', expected: 200, needs: [], ask: ask('GET', '/') },
    { name: 'unknown path', expected: 404, needs: [], ask: ask('GET', '/api/nothing') },
    { name: 'no token', expected: 401, needs: [], ask: ask('GET', '/api/me') },
    { name: 'malformed', expected: 400, needs: [], ask: ask('POST', '/api/orders', { token, body: { productId: 1 } }) },
    { ...get('/api/stores', undefined, 'catalog'), says: storeId },
    { ...get(`/api/stores/${storeId}`, undefined, 'catalog'), says: storeId },
    get('/api/products', undefined, 'catalog'),
    get('/api/notices', token, 'catalog'),
    { ...get('/admin/api/stores', admin, 'catalog'), says: storeId },
    get('/admin/api/appSettings', admin, 'catalog'),
    get('/api/carBrands', undefined, 'member'),
    { ...get('/api/me', token, 'member'), says: email },
    { ...get(`/api/cars/${carId}`, token, 'member'), says: carId },
    get('/admin/api/members?q=김', admin, 'member'),
    get('/admin/api/auditLogs', admin, 'member'),
    get('/api/orders', token, 'orders'),
    { ...get(`/api/orders/${orderId}`, token, 'orders'), says: orderId },
    get('/admin/api/orders', admin, 'orders'),
    get('/api/me/products', token, 'orders'),
    get('/admin/api/visits', admin, 'recognition'),
    get('/admin/api/devices', admin, 'recognition'),
    get('/admin/api/recognition/deadLetters', admin, 'recognition'),
    {
      name: 'PATCH store',
      says: '킹카 강남점',
      expected: 200,
      needs: [...servers, 'catalog'],
      ask: ask('PATCH', `/admin/api/stores/${storeId}`, { token: admin, body: { name: '킹카 강남점' } }),
    },
    {
      name: 'PATCH me',
      says: '김회원',
      expected: 200,
      needs: [...servers, 'member'],
      ask: ask('PATCH', '/api/me', { token, body: { name: '김회원' } }),
    },
    {
      name: 'login',
      expected: 200,
      needs: [...servers, 'member'],
      ask: ask('POST', '/api/login', { body: { email, password } }),
    },
    {
      name: 'order',
      says: productId,
      expected: 201,
      needs: [...servers, 'orders', 'catalog'],
      ask: () =>
        ask('POST', '/api/orders', { token, body: { productId }, headers: { 'idempotency-key': randomUUID() } })(),
    },
    {
      name: 'record a visit',
      says: '33고3333',
      expected: 201,
      needs: [...servers, 'recognition'],
      ask: ask('POST', '/admin/api/visits', {
        token: admin,
        body: { storeId, carNumber: '33고3333', reason: '카메라 점검 중' },
      }),
    },
    {
      name: 'pay with a card',
      says: '"Completed"',
      expected: 200,
      needs: [...servers, 'orders', 'provider'],
      prepare: keepOrders,
      ask: () => ask('PATCH', `/api/order/${unpaid.pop()}/payment`, { token, body: { cardId } })(),
      every: 500,
    },
    {
      name: 'upload a picture',
      expected: 201,
      needs: [...servers, 'catalog'],
      // of an administrator, who has no limit of pictures
      ask: () => ask('POST', '/api/images', { token: admin, body: formOf(['image', image]) })(),
      every: 500,
    },
    {
      name: 'create a screen',
      says: '"accessToken"',
      expected: 201,
      needs: [...servers, 'member', 'catalog'],
      ask: ask('POST', '/admin/api/screens/session', { token: admin, body: { storeId, name: '입구' } }),
      every: 500,
    },
    {
      name: 'register a card',
      says: '-1111"',
      expected: 201,
      needs: [...servers, 'orders', 'provider'],
      ask: ask('POST', '/api/cards', { token, body: card }),
      every: 500, // each adds a card
    },
  ]
}
