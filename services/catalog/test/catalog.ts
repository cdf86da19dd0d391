import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Bus, Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Operation, type Result } from '@kingcar/contract'
import { type Backend, deadline, loadProgram, startBackend, testProcess } from '@kingcar/testing'
import { afterAll, beforeAll } from 'vitest'
import type { Options } from '../src/service.ts'

export const { startCatalog } = await loadProgram('catalog')

export type Event = { name: string; payload: Record<string, unknown>; requestId: string | undefined }
type Extras = { ifMatch?: string; idempotencyKey?: string }

export type Catalog = AsyncDisposable & {
  backend: Backend
  bus: Bus
  options: Options
  /** Calls like the gateway, as an administrator. */
  call<O extends Operation>(op: O, input: Input<O>, extras?: Extras): Promise<Result<O>>
  /** The ETag of a response. */
  etag(op: Operation, input: object): Promise<string | undefined>
  /** All published events so far, in order. */
  events: readonly Event[]
  /** The audit entries of an entity so far, in order. */
  audited(entityId: string): Event['payload'][]
  /** Stops the service, but not its backend. */
  stop(): Promise<void>
}

export const admin: Actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID() }

/** Repeats a call while it is UNAVAILABLE because of many concurrent writes; a creation needs an idempotency key. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + deadline; ; ) {
    try {
      return await call()
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'UNAVAILABLE'
      if (!isUnavailable || Date.now() > until) throw error
    }
  }
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
  const from = (extras: Extras = {}): Caller => ({
    requestId: randomUUID(),
    actor: admin,
    deadline: Date.now() + 10_000,
    ...extras,
  })
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
    stop: async () => service[Symbol.asyncDispose](),
    call: (op, input, extras) => bus.call(op, input, from(extras)),
    etag: async (op, input) => (await bus.forward(op, JSON.stringify(input), from())).etag,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/**
 * Starts a catalog before all tests of a file or `describe` block, and disposes it afterwards. The fields of the result
 * are set once the `beforeAll` hook has run.
 */
export function startBeforeAll(over: Partial<Options> = {}): Catalog {
  const catalog = {} as Catalog
  beforeAll(async () => {
    Object.assign(catalog, await startTestCatalog(over))
  })
  afterAll(() => catalog[Symbol.asyncDispose]())
  return catalog
}
