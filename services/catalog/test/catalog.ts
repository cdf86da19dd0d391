import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Bus } from '@kingcar/bus'
import { AppError, contract, type Input, type Operation, type Result } from '@kingcar/contract'
import { type Backend, callerOf, loadProgram, startBackend, testProcess } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import type { Options } from '../src/service.ts'

export const { startCatalog } = await loadProgram('catalog')

export type Event = { name: string; payload: Record<string, unknown>; requestId: string | undefined }
type Extras = { ifMatch?: string; idempotencyKey?: string; actor?: Actor }

export type Catalog = AsyncDisposable & {
  backend: Backend
  bus: Bus
  options: Options
  /** Calls like the gateway, as an owner unless `actor` says otherwise. */
  call<O extends Operation>(op: O, input: Input<O>, extras?: Extras): Promise<Result<O>>
  /** The ETag of a response. */
  etag(op: Operation, input: object): Promise<string | undefined>
  /** All published events so far, in order. */
  events: readonly Event[]
  /** The audit entries of an entity so far, in order. */
  audited(entityId: string): Event['payload'][]
  /** Sets how many subscriptions of a product renew; undefined: the orders service does not respond. */
  setRenewing(productId: string, renewing: number | undefined): void
  /** Sets the names of the recognizers and screens of a store; undefined: the services that own them do not respond. */
  setEquipment(storeId: string, names: { devices?: string[]; screens?: string[] } | undefined): void
  /** Stops the service, but not its backend. */
  stop(): Promise<void>
}

export const admin: Actor = {
  role: 'admin',
  id: randomUUID(),
  sessionId: randomUUID(),
  adminRole: 'owner',
  storeIds: null,
}

/** A valid store for tests of other entities. */
export const someStore: Input<typeof contract.catalog.createStore> = {
  name: '강남점',
  address: '서울특별시 강남구 테헤란로 1',
  latitude: 37.4979,
  longitude: 127.0276,
  phone: '02-555-0100',
  businessHours: [],
}

/**
 * Starts the service in the test's process, on a backend of its own.
 * @param start the start function; from the sources if the test changes the contract
 */
export async function startTestCatalog(over: Partial<Options> = {}, start = startCatalog): Promise<Catalog> {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await startBackend('catalog'))
  const options: Options = {
    ...backend.environment('catalog'),
    JUSO_URL: 'http://127.0.0.1:1',
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: 0,
    IDEMPOTENCY_SECRET: randomBytes(32).toString('hex'),
    ...over,
  }
  const service = opened.use(await start(options, testProcess()))
  const bus = await backend.bus('gateway')
  const events: Event[] = []
  await bus.follow('EVENTS', 'start', ({ subject, data, header }) => {
    const payload = JSON.parse(Buffer.from(data).toString())
    events.push({ name: subject.replace('evt.', ''), payload, requestId: header('Kingcar-Request-Id') })
  })
  const renewing = new Map<string, number | undefined>()
  const orders = await backend.bus('orders')
  await orders.serve({ countSubscriptions: contract.orders.countSubscriptions }, undefined, {
    async countSubscriptions(_ctx, { id }) {
      if (renewing.has(id) && renewing.get(id) === undefined) throw new AppError('UNAVAILABLE')
      return { renewing: renewing.get(id) ?? 0 }
    },
  })
  const equipment = new Map<string, { devices?: string[]; screens?: string[] } | undefined>()
  const namesOf = (kind: 'devices' | 'screens', storeId = '') => {
    const id = storeId.toLowerCase()
    if (equipment.has(id) && equipment.get(id) === undefined) throw new AppError('UNAVAILABLE')
    return equipment.get(id)?.[kind] ?? []
  }
  const { listDevices } = contract.recognition
  await (await backend.bus('recognition')).serve({ listDevices }, undefined, {
    listDevices: async (_ctx, { storeId, size }) => pageOf(namesOf('devices', storeId), someDevice, size),
  })
  const { listScreens } = contract.member
  await (await backend.bus('member')).serve({ listScreens }, undefined, {
    listScreens: async (_ctx, { storeId, size }) => pageOf(namesOf('screens', storeId), someScreen, size),
  })
  const from = (extras: Extras = {}) => callerOf({ actor: admin, ...extras })
  const held = opened.move()
  return {
    backend,
    bus,
    options,
    events,
    audited: (id) =>
      events
        .filter(({ name, payload }) => name === 'catalog.audited' && payload.entityId === id)
        .map(({ payload }) => payload),
    setRenewing: (productId, count) => void renewing.set(productId, count),
    setEquipment: (storeId, names) => void equipment.set(storeId, names),
    stop: async () => service[Symbol.asyncDispose](),
    call: (op, input, extras) => bus.call(op, input, from(extras)),
    etag: async (op, input) => (await bus.forward(op, JSON.stringify(input), from())).etag,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The first page of entities with these names and the same other fields. */
const pageOf = <T extends object>(names: readonly string[], fields: T, size = 20) => {
  const content = names.slice(0, size).map((name) => ({ ...fields, name }))
  const counts = { number: 0, size, numberOfElements: content.length, totalElements: names.length, totalPages: 1 }
  return { content, ...counts, first: true, last: true, empty: content.length === 0 }
}
const offline = { id: randomUUID(), storeId: randomUUID(), online: false, lastSeenAt: null }
const someScreen = { ...offline, version: null, createdAt: '2026-01-01T00:00:00.000Z' }
const unreported = {
  ...{ clockSkewMs: null, queueDepth: null, cameraOk: null, firmware: null },
  ...{ refusedToday: 0, lastError: null, lastErrorAt: null },
}
const unset = {
  laneName: null,
  role: 'both',
  minimumConfidence: null,
  revisitSeconds: null,
  timeSource: 'device',
  arrivalAngle: null,
  gateOutput: false,
  gateShowsMember: false,
} as const
const someDevice = { ...unset, ...offline, ...unreported, readsToday: 0 }

/** The same, started before all tests of a file or `describe` block and disposed afterwards. */
export const startBeforeAll = (over: Partial<Options> = {}): Catalog => startedBeforeAll(() => startTestCatalog(over))
