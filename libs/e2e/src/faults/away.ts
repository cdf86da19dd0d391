import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { type Loss, partition } from '../deployment/links.ts'
import { type Failure, type Reply, type Success, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import type { Log } from '../trial.ts'

/*
 * One dependency after the other is away for a while, dead, frozen or out of reach, while every kind of call is made over and
 * over. What does not need it is answered as ever; what does is answered with 503 and Retry-After; all within two seconds.
 */

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
export const ways = ['dead', 'frozen', 'cut', 'stall'] as const
export type Way = (typeof ways)[number]

/** Whether ways are lost and no process. */
export const isOnLinks = (way: Way) => way === 'cut' || way === 'stall'

export type Absence = {
  dependency: Dependency
  way: Way
  answers: number
  refused: number
  /** Milliseconds of the slowest answer. */
  slowest: number
  /** Milliseconds from its return until every call was answered as ever. */
  recovery: number
  /** Answers that are none that there may be. */
  wrong: string[]
}

type Call = {
  name: string
  expected: number
  needs: readonly Dependency[]
  ask(): Promise<Reply>
  /** Milliseconds between two of them, where that is longer. */
  every?: number
}

/** Milliseconds in which everything is answered. */
const bound = 2_000
const patience = 60_000
/** Between two rounds of calls. */
const pause = 50

/** @param milliseconds for which each is away */
export async function eachAway(
  absences: readonly { dependency: Dependency; way: Way }[],
  milliseconds: number,
  log: Log,
): Promise<Absence[]> {
  await using deployment = await openDeployment({ environment: { RATE_LIMIT: '0', ACCESS_TOKEN_SECONDS: '86400' } })
  const calls = await callsOf(deployment)
  const outcomes: Absence[] = []
  for (const { dependency, way } of absences) {
    await wellAgain(calls)
    const outcome: Absence = { dependency, way, answers: 0, refused: 0, slowest: 0, recovery: 0, wrong: [] }
    const end = new AbortController()
    const begin = () => calls.map((call) => repeat(call, dependency, end.signal, outcome))
    // a payment that the provider has begun when it falls silent is waited for as long as one may take
    const underWay = dependency === 'provider' ? [] : begin()
    const back = takeAway(deployment, dependency, way)
    const calling = dependency === 'provider' ? begin() : underWay
    await wait(milliseconds)
    end.abort()
    await Promise.all(calling)
    const returned = performance.now()
    await back()
    await wellAgain(calls)
    outcome.recovery = Math.round(performance.now() - returned)
    log(
      `${dependency} ${way}: ${outcome.answers} answers, ${outcome.wrong.length} wrong, back in ${outcome.recovery} ms`,
    )
    outcomes.push(outcome)
  }
  return outcomes
}

const processesOf = (
  { services, brokers, postgres, simulator }: Deployment,
  dependency: Dependency,
): readonly Instance[] => {
  if (dependency === 'nats-server') return brokers
  if (dependency === 'postgres') return [postgres]
  if (dependency === 'provider') return [simulator]
  return services.filter(({ kind }) => kind === dependency)
}

/** Gives what brings it back. */
function takeAway(deployment: Deployment, dependency: Dependency, way: Way): () => Promise<void> {
  const processes = processesOf(deployment, dependency)
  if (way === 'dead') {
    const starts = processes.map((process) => process.starts)
    for (const process of processes) {
      process.held = true
      void process.kill()
    }
    return async () => {
      for (const process of processes) process.held = false
      await Promise.all(processes.map((process, at) => process.started((starts[at] ?? 0) + 1)))
    }
  }
  if (way === 'frozen') {
    for (const process of processes) process.freeze()
    return async () => {
      for (const process of processes) process.thaw()
    }
  }
  const links = deployment.links.all.filter(({ from, to }) =>
    processes.some(({ name }) => name === from || name === to),
  )
  const lost = partition(links, way satisfies Loss)
  return async () => lost[Symbol.dispose]()
}

async function repeat(call: Call, away: Dependency, signal: AbortSignal, outcome: Absence): Promise<void> {
  for (; !signal.aborted; await wait(call.every ?? pause)) {
    const began = performance.now()
    const reply = await call.ask().catch((error: Error) => error)
    const took = performance.now() - began
    outcome.answers += 1
    outcome.slowest = Math.max(outcome.slowest, Math.round(took))
    const wrong = took > bound ? `after ${Math.round(took)} ms` : whatIsWrong(call, away, reply)
    if (wrong) outcome.wrong.push(`${away} away, ${call.name}: ${wrong}`)
    if (!(reply instanceof Error) && reply.status === 503) outcome.refused += 1
  }
}

function whatIsWrong({ expected, needs }: Call, away: Dependency, reply: Reply | Error): string | undefined {
  if (reply instanceof Error) return reply.message
  const { status, headers, text } = reply
  if (status === expected) return undefined
  if (status !== 503 || !needs.includes(away)) return `${status} ${text.slice(0, 200)}`
  if (!headers.get('retry-after')) return '503 without Retry-After'
  return (reply.body as Failure).error.code === 'UNAVAILABLE' ? undefined : text
}

/** Waits until each is answered as ever. */
async function wellAgain(calls: readonly Call[]): Promise<void> {
  const until = Date.now() + patience
  await Promise.all(
    calls.map(async ({ name, expected, ask, every = 20 }) => {
      for (;;) {
        const reply = await ask().catch(() => undefined)
        if (reply?.status === expected) return
        if (Date.now() > until) throw new Error(`${name} is not well again: ${reply?.status} ${reply?.text}`)
        await wait(every)
      }
    }),
  )
}

const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }

/** Calls of each service that read, that write, and that ask another one; at both gateways. */
async function callsOf({ ready, gateways }: Deployment): Promise<Call[]> {
  const base = ready.http
  const { accessToken: admin } = await signIn(base, ready.email, ready.password)
  const member = await joinMember(base)
  const { accessToken: token, email, password } = member
  const made = async (path: string, by: string, body: object) =>
    (await send<Success<{ id: string }>>(base, 'POST', path, { token: by, body })).body.result.id
  const brands = await send<Success<{ id: string }[]>>(base, 'GET', '/api/carBrands')
  const car = { carNumber: '33고3333', carBrandId: brands.body.result[0]?.id, model: '아반떼' }
  const carId = await made('/api/cars', token, car)
  const product = { name: '손세차', description: '', type: 'onetime', price: 30_000 }
  const productId = await made('/admin/api/products', admin, product)
  const orderId = await made('/api/orders', token, { productId })
  const storeId = ready.stores[0]?.id

  let turn = 0
  const ask =
    (method: string, path: string, options: Parameters<typeof send>[3] = {}) =>
    () =>
      send(gateways[turn++ % gateways.length]?.url ?? base, method, path, options)
  const servers = ['nats-server', 'postgres'] as const
  const get = (path: string, by: string | undefined, ...needs: Dependency[]): Call => ({
    name: `GET ${path}`,
    expected: 200,
    needs: [...servers, ...needs],
    ask: ask('GET', path, { token: by }),
  })
  return [
    { name: 'GET /api/health', expected: 200, needs: [], ask: ask('GET', '/api/health') },
    { name: 'GET /', expected: 200, needs: [], ask: ask('GET', '/') },
    { name: 'unknown path', expected: 404, needs: [], ask: ask('GET', '/api/nothing') },
    { name: 'no token', expected: 401, needs: [], ask: ask('GET', '/api/me') },
    { name: 'malformed', expected: 400, needs: [], ask: ask('POST', '/api/orders', { token, body: { productId: 1 } }) },
    get('/api/stores', undefined, 'catalog'),
    get(`/api/stores/${storeId}`, undefined, 'catalog'),
    get('/api/products', undefined, 'catalog'),
    get('/api/notices', token, 'catalog'),
    get('/admin/api/stores', admin, 'catalog'),
    get('/admin/api/appSettings', admin, 'catalog'),
    get('/api/carBrands', undefined, 'member'),
    get('/api/me', token, 'member'),
    get(`/api/cars/${carId}`, token, 'member'),
    get('/admin/api/members?q=김', admin, 'member'),
    get('/admin/api/auditLogs', admin, 'member'),
    get('/api/orders', token, 'orders'),
    get(`/api/orders/${orderId}`, token, 'orders'),
    get('/admin/api/orders', admin, 'orders'),
    get('/api/me/products', token, 'orders'),
    get('/admin/api/visits', admin, 'recognition'),
    get('/admin/api/devices', admin, 'recognition'),
    get('/admin/api/recognition/deadLetters', admin, 'recognition'),
    {
      name: 'PATCH store',
      expected: 200,
      needs: [...servers, 'catalog'],
      ask: ask('PATCH', `/admin/api/stores/${storeId}`, { token: admin, body: { name: '킹카 강남점' } }),
    },
    {
      name: 'PATCH me',
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
      expected: 201,
      needs: [...servers, 'orders', 'catalog'],
      ask: () =>
        ask('POST', '/api/orders', { token, body: { productId }, headers: { 'idempotency-key': randomUUID() } })(),
    },
    {
      name: 'note a visit',
      expected: 201,
      needs: [...servers, 'recognition'],
      ask: ask('POST', '/admin/api/visits', {
        token: admin,
        body: { storeId, carNumber: '33고3333', reason: '카메라 점검 중' },
      }),
    },
    {
      name: 'register a card',
      expected: 201,
      needs: [...servers, 'orders', 'provider'],
      ask: ask('POST', '/api/cards', { token, body: card }),
      every: 500, // each is one more
    },
  ]
}
