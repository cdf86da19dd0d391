import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Bus, Caller, SignedBody } from '@kingcar/bus'
import {
  AppError,
  contract,
  type EventName,
  type EventOf,
  eventSubject,
  type Input,
  noPlanTerms,
  type Operation,
  type Product,
  planTermsOf,
  type Result,
  type SettingKey,
} from '@kingcar/contract'
import { type Backend, loadProgram, startBackend, testProcess, waitFor } from '@kingcar/testing'
import type { Options } from '../src/service.ts'
import { expectFiguresToBeExact } from './figures.ts'

export const { startOrders } = await loadProgram('orders')

export type Event = { name: string; payload: Record<string, unknown> }
type Extras = {
  ifMatch?: string
  idempotencyKey?: string
  actor?: Actor | null
  staleSignIn?: true
  signed?: SignedBody
}

export type TestClock = {
  now: () => Date
  onMoved: (listener: () => void) => void
  advance: (milliseconds: number) => void
  set: (to: string) => void
}

type PublishAndWait = <N extends EventName>(name: N, payload: EventOf<N>) => Promise<void>

export type Orders = AsyncDisposable & {
  backend: Backend
  bus: Bus
  options: Options
  clock: TestClock
  /** Calls an operation as the gateway does; the actor is by default an administrator. */
  call<O extends Operation>(op: O, input: Input<O>, extras?: Extras): Promise<Result<O>>
  /** The metrics of the first process, as Prometheus gets them. */
  metrics(): Promise<string>
  /** The published events, in order. */
  events: readonly Event[]
  /** Publishes an event as another service does, and waits until it is consumed. */
  publishAndWait: PublishAndWait
  /** Changes a setting; it takes effect a moment later. */
  setSetting(key: SettingKey, value: unknown): Promise<void>
  /** Adds a product to the catalog that the test plays, and publishes its event. */
  addProduct(fields?: Partial<Product>): Promise<Product>
  /** Deletes a product of the catalog that the test plays, and publishes its event. */
  removeProduct(id: string, stopsSubscriptions: boolean): Promise<void>
  /** Whether the catalog that the test plays responds. */
  setCatalogAvailable(there: boolean): void
  addStore(name: string): Promise<string>
  /** Publishes the events of a new member with a car. */
  addMember(fields?: { name?: string; phoneNumber?: string; carNumber?: string }): Promise<TestMember>
  /** Starts another process of the service on the same tables. */
  startAnother(over?: Partial<Options>): Promise<AsyncDisposable>
  /** Stops the first process; the backend stays. */
  stop(): Promise<void>
}

export type TestMember = {
  id: string
  name: string
  phoneNumber: string
  carId: string
  carNumber: string
  actor: Actor
}

export const admin: Actor = {
  role: 'admin',
  id: randomUUID(),
  sessionId: randomUUID(),
  adminRole: 'owner',
  storeIds: null,
}

/** The code of the AppError that a call fails with, or `none`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Runs the service in the test's process on a backend of its own; the test plays member and catalog. */
export async function startTestOrders(over: Partial<Options> = {}): Promise<Orders> {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await startBackend('orders'))
  opened.defer(() => expectFiguresToBeExact(backend.sql)) // when the service has stopped
  const clock = createClock()
  const options: Options = {
    ...backend.environment('orders'),
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: 0,
    NODE_ENV: 'test',
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
    PORTONE_BASE_URL: 'http://127.0.0.1:9',
    PORTONE_IMP_CODE: 'imp00000000',
    PORTONE_CHANNEL_KEY: 'channel-key',
    PORTONE_SANDBOX: true,
    PORTONE_API: 'v1',
    PORTONE_V2_BASE_URL: 'http://127.0.0.1:9',
    PORTONE_V2_STORE_ID: '',
    PORTONE_V2_CHANNEL_KEYS: '',
    PAYMENT_SETTLE_SECONDS: 1,
    OPEN_ORDERS_LIMIT: 1_000,
    MOVABLE_CLOCK: false,
    now: clock.now,
    onClockMoved: clock.onMoved,
    ...over,
  }
  const process = testProcess()
  const service = opened.use(await startOrders(options, process))
  const bus = await backend.bus('gateway')
  const events: Event[] = []
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    events.push({ name: subject.replace('evt.', ''), payload: JSON.parse(Buffer.from(data).toString()) })
  })
  const members = await backend.bus('member')
  const catalog = await backend.bus('catalog')
  const products = new Map<string, Product>()
  let isCatalogThere = true
  await catalog.serve({ getProduct: contract.catalog.getProduct }, undefined, {
    async getProduct(_ctx, { id }) {
      if (!isCatalogThere) throw new AppError('UNAVAILABLE')
      const result = products.get(id)
      if (!result) throw new AppError('PRODUCT_NOT_FOUND')
      return { result, version: 1 }
    },
  })
  const publishAndWait: PublishAndWait = async (name, payload) => {
    const bus: Bus = name.startsWith('catalog.') ? catalog : members
    await bus.publish([{ id: randomUUID(), subject: eventSubject(name), payload }])
    await waitFor(async () => {
      if ((await backend.backlog('orders-events')) > 0) throw new Error('not consumed yet')
    })
  }
  const versions = new Map<string, number>()
  const nextVersion = (id: string) => {
    versions.set(id, (versions.get(id) ?? 0) + 1)
    return versions.get(id) ?? 1
  }
  const publishProduct = (
    {
      id: productId,
      name,
      type,
      price,
      billingMonths,
      useLimit,
      storeIds,
      onSale,
      carLimit,
      usesPerDay,
      usesPerStay,
      ...product
    }: Product,
    change: { removed: boolean; stopsSubscriptions?: boolean },
  ) =>
    publishAndWait('catalog.productChanged', {
      ...{ productId, name, type, price, billingMonths, useLimit, storeIds, onSale, carLimit, usesPerDay, usesPerStay },
      ...{ ...planTermsOf(product), ...change, version: nextVersion(productId) },
    })
  const held = opened.move()
  return {
    backend,
    bus,
    options,
    clock,
    events,
    metrics: () => process.health.metrics.metrics(),
    publishAndWait,
    setSetting: (key, value) => catalog.publish([{ id: randomUUID(), subject: `settings.${key}`, payload: { value } }]),
    async addProduct(fields = {}) {
      const at = new Date().toISOString()
      const product: Product = {
        id: randomUUID(),
        name: '프리미엄 손세차',
        description: '',
        type: 'onetime',
        price: 35_000,
        billingMonths: null,
        useLimit: 1,
        carLimit: null,
        usesPerDay: null,
        usesPerStay: 1,
        ...noPlanTerms,
        storeIds: [],
        imageId: null,
        onSale: true,
        displayOrder: 0,
        createdAt: at,
        updatedAt: at,
        ...fields,
      }
      products.set(product.id, product)
      await publishProduct(product, { removed: false })
      return product
    },
    async removeProduct(id, stopsSubscriptions) {
      const product = products.get(id)
      if (!product) throw new Error('no such product')
      products.delete(id)
      await publishProduct(product, { removed: true, stopsSubscriptions })
    },
    setCatalogAvailable(there) {
      isCatalogThere = there
    },
    async addStore(name) {
      const storeId = randomUUID()
      await publishAndWait('catalog.storeChanged', { storeId, name, version: 1 })
      return storeId
    },
    async addMember({ name = '홍길동', phoneNumber = '+821012345678', carNumber = '12가3456' } = {}) {
      const [id, carId] = [randomUUID(), randomUUID()]
      const email = `member-${id}@kingcar.test`
      await publishAndWait('member.changed', { memberId: id, name, email, phoneNumber, version: 1 })
      await publishAndWait('member.carChanged', { carId, memberId: id, carNumber, removed: false, version: 1 })
      return { id, name, phoneNumber, carId, carNumber, actor: { role: 'member', id, sessionId: randomUUID() } }
    },
    startAnother: async (more = {}) => held.use(await startOrders(Object.assign({}, options, more), testProcess())),
    stop: async () => service[Symbol.asyncDispose](),
    call: (op, input, { actor = admin, ...extras } = {}) => {
      const caller: Caller = { requestId: randomUUID(), actor, deadline: Date.now() + 20_000, ...extras }
      return bus.call(op, input, caller)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function createClock(): TestClock {
  let ahead = 0
  const listeners: (() => void)[] = []
  const move = (to: number) => {
    ahead = to
    for (const listener of listeners) listener()
  }
  return {
    now: () => new Date(Date.now() + ahead),
    onMoved: (listener) => void listeners.push(listener),
    advance: (milliseconds) => move(ahead + milliseconds),
    set: (to) => move(Date.parse(to) - Date.now()),
  }
}
