import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { type Bus, type Caller, type Delivery, type Handlers, openBus, provisionStreams } from '@kingcar/bus'
import {
  AppError,
  contract,
  type EventName,
  type EventOf,
  eventSubject,
  type Operations,
  type Order,
  type ReadMessage,
  type RecordedVisit,
  type Store,
} from '@kingcar/contract'
import { createHealth, createLogger, type Health, type Logger } from '@kingcar/runtime'
import { deleteMessages, loadProgram, purgeBefore, startTestNats, testCalloutSeed } from '@kingcar/testing'
import { publishGrant } from '@kingcar/testing/admin-grant'
import { createKeys, goodClaims, goodHeader, type Keys, signed } from '@kingcar/testing/tokens'
import { expect } from 'vitest'
import type { Gateway } from '../src/index.ts'

const { readGatewayConfig, startGateway } = await loadProgram('gateway')

export type Call = { operation: string; input: Record<string, unknown>; caller: Caller }

/** A gateway with a real bus, a few operations served by stubs, and its captured log output. */
export type Edge = AsyncDisposable & {
  url: string
  natsUrl: string
  keys: Keys
  calls: Call[]
  /** Errors that the stubs of these operations throw. */
  failures: Map<string, unknown>
  /** Promises that the stubs of these operations wait for. */
  holds: Map<string, Promise<void>>
  /** Results of the stubs of these operations, instead of the default ones. */
  answers: Map<string, (caller: Caller) => unknown>
  gateway: Gateway
  health: Health
  log: Logger
  /** Lines of the log and the access log. */
  output: () => string
  services: Bus
  stopServices(): Promise<void>
  /** Starts another gateway on the same bus. */
  startAnother(changes?: Record<string, string>): Promise<Gateway>
  token(changes?: Record<string, unknown>): string
  /** The reads of READS, in order, with the subject of each. */
  reads(): Promise<{ subject: string; read: ReadMessage }[]>
  /** Registers a recognizer of the store. A later version has a new secret. */
  device(deviceId?: string, version?: number, more?: object): Promise<EdgeDevice>
  /** Publishes an event as a service would. */
  tell<N extends EventName>(name: N, payload: EventOf<N>): Promise<void>
  endSession(sessionId: string): Promise<void>
  visit(changes?: Partial<RecordedVisit>): Promise<RecordedVisit>
  /** Deletes the messages of VISITS before this sequence. */
  forgetVisitsBefore(sequence: number): Promise<void>
  /** Deletes single messages of VISITS. */
  takeOutVisits(sequences: readonly number[]): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export type EdgeDevice = { id: string; secret: string; headers: { authorization: string } }

export const store: Store = {
  id: '01980000-0000-7000-8000-000000000001',
  name: '강남점',
  address: '서울 강남구',
  addressDetail: null,
  latitude: 37.5,
  longitude: 127,
  phone: '02-123-4567',
  businessHours: [],
  closedDates: [],
  imageIds: [],
  visible: true,
  open: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const page = {
  content: [],
  number: 0,
  size: 20,
  numberOfElements: 0,
  totalElements: 0,
  totalPages: 0,
  first: true,
  last: true,
  empty: true,
}
/** A refunded order. */
const order: Order = {
  id: store.id,
  merchantUid: 'kc_01980000000070008000000000000001',
  productId: store.id,
  productName: '손세차',
  productType: 'onetime',
  carId: null,
  amount: 35_000,
  discount: 0,
  coupon: null,
  refundedAmount: 35_000,
  state: 'Refund',
  paidAt: '2026-01-01T00:00:00.000Z',
  refundedAt: '2026-01-02T00:00:00.000Z',
  failReason: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  userProductId: null,
  payment: null,
  refundNeedsAccount: false,
}

const results: Record<string, unknown> = {
  receivePaymentWebhook: null,
  receiveSignedPaymentWebhook: null,
  refundMyOrder: order,
  getImage: { object: 'images/none/original', public: false },
  loginAdmin: { accessToken: 'a', refreshToken: 'b' },
  logoutAdmin: null,
  deleteStore: { result: null, version: 8 },
  deleteMe: { result: null, version: 'left' },
  listAdmins: page,
  listOutbox: [],
  exportMembers: { lines: '이름\r\n', next: null },
  listStores: page,
  listPublicStores: page,
  listPublishedNotices: page,
  getStore: { result: store, version: 7 },
  updateStore: { result: store, version: 8 },
  createStore: store,
  getPublicStore: store,
  listAppSettings: [],
  putAppSetting: { key: 'a', value: 1, description: null, updatedAt: null, updatedBy: null },
}

/** Serves the operations with a result above and records their calls. */
async function serve(
  bus: Bus,
  { calls, failures, holds, answers }: Pick<Edge, 'calls' | 'failures' | 'holds' | 'answers'>,
): Promise<void> {
  for (const service of ['member', 'catalog', 'orders', 'recognition'] as const) {
    const served = Object.entries<Operations[string]>(contract[service]).filter(([name]) => name in results)
    const handlers = served.map(([operation]) => [
      operation,
      async (_ctx: null, input: Record<string, unknown>, caller: Caller) => {
        calls.push({ operation, input, caller })
        await holds.get(operation)
        if (failures.has(operation)) throw failures.get(operation)
        return (answers.get(operation) ?? (() => results[operation]))(caller)
      },
    ])
    await bus.serve(
      Object.fromEntries(served) as Operations,
      null,
      Object.fromEntries(handlers) as Handlers<null, Operations>,
      async () => undefined,
    )
  }
}

export async function startEdge(changes: Record<string, string> = {}): Promise<Edge> {
  const nats = await startTestNats()
  await provisionStreams({ url: nats.url, ...nats.user('setup') })
  const keys = createKeys()
  const written: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  const log = createLogger('gateway', 'info', sink)
  const services = await openBus({ url: nats.url, ...nats.user('setup'), name: 'services', log })
  const calls: Call[] = []
  const failures = new Map<string, unknown>()
  const holds = new Map<string, Promise<void>>()
  const answers: Edge['answers'] = new Map()
  await serve(services, { calls, failures, holds, answers })
  await publishGrant(services)

  const start = (own: Record<string, string>, health: Health) => {
    const { user, password } = nats.user('gateway')
    const environment = {
      NATS_URL: nats.url,
      NATS_USER: user,
      NATS_PASSWORD: password,
      NATS_CALLOUT_SEED: testCalloutSeed,
      JWT_PUBLIC_KEY: keys.pem,
      PORT: '0',
      RATE_LIMIT: '0',
      DRAIN_MILLISECONDS: '0',
      ...changes,
      ...own,
    }
    return startGateway(readGatewayConfig(environment), { log, health, stop: () => {} }, '1.2.3', sink)
  }
  const health = createHealth()
  const gateway = await start({}, health)
  const { url } = gateway
  const tell: Edge['tell'] = (name, payload) =>
    services.publish([{ id: randomUUID(), subject: eventSubject(name), payload }])
  const appended: { subject: string; read: ReadMessage }[] = []
  let seen = 0
  await services.consumeReads<Delivery>(undefined, {
    count: 1,
    max: 100,
    prepare: (item) => ({ lane: 0, item }),
    async handle(batch) {
      for (const { subject, sequence, data } of batch) {
        appended.push({ subject, read: JSON.parse(Buffer.from(data).toString()) })
        seen = sequence
      }
      for (const message of batch) message.ack()
    },
  })
  let stopped = false
  const stopServices = async () => {
    if (!stopped) await services[Symbol.asyncDispose]()
    stopped = true
  }
  const others: Gateway[] = []

  return {
    url,
    natsUrl: nats.url,
    keys,
    calls,
    failures,
    holds,
    answers,
    gateway,
    health,
    log,
    services,
    stopServices,
    output: () => written.join(''),
    async startAnother(own = {}) {
      const other = await start(own, createHealth())
      others.push(other)
      return other
    },
    token: (own = {}) => signed(goodHeader, goodClaims(own), keys.privateKey),
    async device(id = randomUUID(), version = 1, more = {}) {
      const secret = randomBytes(32).toString('base64url')
      const secretHash = createHash('sha256').update(secret).digest('hex')
      const data = JSON.stringify({ deviceId: id, storeId: store.id, secretHash, version, ...more })
      await services.append([{ subject: `devices.${id}`, id: randomUUID(), data }])
      return { id, secret, headers: { authorization: basic(id, secret) } }
    },
    async reads() {
      const { last } = await services.range('READS')
      await expect.poll(() => seen).toBeGreaterThanOrEqual(last)
      return appended
    },
    tell,
    endSession: (sessionId) =>
      tell('member.sessionEnded', { sessionId, role: 'admin', endedAt: new Date().toISOString() }),
    async visit(own = {}) {
      const visit = visitOf(own)
      await services.append([{ subject: 'visits.recorded', id: randomUUID(), data: JSON.stringify(visit) }])
      return visit
    },
    forgetVisitsBefore: (sequence) => purgeBefore(nats, 'VISITS', sequence),
    takeOutVisits: (sequences) => deleteMessages(nats, 'VISITS', sequences),
    get: (path, headers = {}) => fetch(url + path, { headers }),
    send: (method, path, body, headers = {}) =>
      fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      for (const other of others) await other[Symbol.asyncDispose]()
      await gateway[Symbol.asyncDispose]()
      await stopServices()
      await nats[Symbol.asyncDispose]()
    },
  }
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export function visitOf(changes: Partial<RecordedVisit> = {}): RecordedVisit {
  const at = new Date().toISOString()
  return {
    id: randomUUID(),
    storeId: store.id,
    storeName: '강남점',
    deviceId: randomUUID(),
    carNumber: '12가3456',
    memberId: randomUUID(),
    name: '홍길동',
    visitCount: 5,
    recognizedAt: at,
    latestReadAt: at,
    receivedAt: at,
    reads: 1,
    late: false,
    productUsed: null,
    mergedInto: null,
    revision: 1,
    ...changes,
  }
}

/** Waits for a condition, with a timeout that suits a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read)

export type Failure = {
  success: false
  error: { code: string; message: string; details?: { path: string; message: string }[]; requestId: string }
}
export const failureOf = async (response: Response): Promise<Failure['error'] & { status: number }> => ({
  ...((await response.json()) as Failure).error,
  status: response.status,
})
export { AppError }
