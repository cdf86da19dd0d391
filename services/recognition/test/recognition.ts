import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import {
  type DeadLetter,
  type EventName,
  type EventOf,
  eventSubject,
  type RecordedVisit,
  type SettingKey,
} from '@kingcar/contract'
import { type Database, openDatabase } from '@kingcar/db'
import { type Backend, loadProgram, startBackend, testCalloutSeed, testProcess, waitFor } from '@kingcar/testing'
import { connect, DiscardPolicy, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Config } from '../src/config.ts'
import { expectFiguresToBeExact } from './figures.ts'

const { startRecognition } = await loadProgram('recognition')

export type Message = Record<string, unknown>

export type Recognition = AsyncDisposable & {
  backend: Backend
  config: Config
  storeId: string
  deviceId: string
  /** Adds a device to a store. */
  addDevice(storeId: string): Promise<string>
  /** Opens another store, with a device; `subject` is that of its reads. */
  addStore(name?: string): Promise<{ storeId: string; deviceId: string; subject: string }>
  /** Starts the service in this process, for all reads or a share; resolves once it knows the store. */
  start(share?: string): Promise<AsyncDisposable>
  /** A metric of the service that was started last. */
  metric(name: string): Promise<number>
  /** Publishes to READS; resolves when it is stored. */
  publish(message: Message | string | Uint8Array, subject?: string): Promise<void>
  /** Publishes messages one after the other; resolves when the service has handled them. */
  handle(...messages: (Message | string)[]): Promise<void>
  tell<N extends EventName>(name: N, payload: EventOf<N>, id?: string): Promise<void>
  /** Publishes whose a plate is. */
  own(carNumber: string, memberId: string | null, name: string | null, version?: number): Promise<void>
  /** Gives a plate an owner; resolves with the member's id when the service knows it. */
  addOwner(carNumber: string, name: string): Promise<string>
  /** Publishes that a member has left. */
  leave(memberId: string): Promise<void>
  set(key: SettingKey, value: unknown): Promise<void>
  /** Resolves when the service has handled every event published so far. */
  eventsHandled(): Promise<void>
  /** The content of VISITS, in order. */
  published: readonly RecordedVisit[]
  /** The latest revision of each visit of a plate in VISITS, by time of the first read. */
  visits(carNumber: string): RecordedVisit[]
  deadLetters(): Promise<DeadLetter[]>
  /** Makes VISITS full until the returned function is called. */
  fillVisits(): Promise<() => Promise<unknown>>
  /** Number of messages in a stream. */
  kept(stream: string): Promise<number>
  /** The database as the service opens it, for its functions that a test calls directly. */
  openDatabase(): Promise<Database>
  /** Number of the service's statements that wait for a lock; `like` is a part of their text. */
  lockWaits(like?: string): Promise<number>
  /** `all`: messages of READS from the first unacknowledged one on; `again`: number of redeliveries. */
  waiting(): Promise<{ all: number; again: number }>
  /** Resolves when every message of READS is acknowledged and what VISITS holds is in `published`. */
  settled(): Promise<void>
}

/** Starts a backend with one store, without the service; the arguments are those of `startBackend`. */
export async function startTestRecognition(...beside: Parameters<typeof startBackend>): Promise<Recognition> {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await startBackend('recognition', ...beside))
  const [gateway, catalog, member, orders] = await Promise.all(['gateway', 'catalog', 'member', 'orders'].map(asUser))
  const owners: Record<string, Bus | undefined> = { catalog, member, orders }
  const setup = opened.adopt(await connectAsSetup(), (connection) => connection.close())
  const streams = await setup.jetstreamManager()
  const config: Config = {
    ...backend.environment('recognition'),
    NATS_CALLOUT_SEED: testCalloutSeed,
    READS_SHARE: '',
    IDEMPOTENCY_SECRET: 'ab'.repeat(32),
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: 0,
  }
  const storeId = randomUUID()
  const addDevice = async (store: string) => {
    const rows = await backend.sql<{ id: string }[]>`
      insert into recognition.devices (store_id, name) values (${store}, '출입구') returning id`
    return rows[0]?.id as string
  }
  const deviceId = await addDevice(storeId)
  const published: RecordedVisit[] = []
  let seen = 0
  await gateway?.follow('VISITS', 'start', ({ data, sequence }) => {
    published.push(JSON.parse(Buffer.from(data).toString()))
    seen = sequence
  })
  const tell: Recognition['tell'] = async (name, payload, id = randomUUID()) =>
    owners[name.split('.')[0] ?? '']?.publish([{ id, subject: eventSubject(name), payload }])
  await tell('catalog.storeChanged', { storeId, name: '강남점', version: 1 })
  const subjectOf = (store: string, device: string) => `recognition.read.${store}.${device}`
  const publish: Recognition['publish'] = async (message, subject = subjectOf(storeId, deviceId)) => {
    const data = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message)
    const reply = await setup.request(subject, data, { timeout: 10_000 })
    expect(reply.json()).toMatchObject({ stream: 'READS' })
  }
  const settled = () =>
    waitFor(async () => {
      expect((await waiting()).all).toBe(0)
      const { state } = await streams.streams.info('VISITS')
      expect(seen).toBe(state.last_seq)
    })

  async function asUser(user: string): Promise<Bus> {
    return backend.bus(user as Parameters<Backend['bus']>[0])
  }
  function connectAsSetup(): Promise<NatsConnection> {
    const { user, password } = backend.nats.user('setup')
    return connect({ servers: backend.nats.url, user, pass: password, maxReconnectAttempts: -1 })
  }

  const waiting = async () => {
    const { ack_floor, delivered } = await streams.consumers.info('READS', 'recognition-reads')
    const { state } = await streams.streams.info('READS')
    return { all: state.last_seq - ack_floor.stream_seq, again: delivered.consumer_seq - delivered.stream_seq }
  }

  let latest = testProcess()
  const held = opened.move()
  return {
    backend,
    config,
    storeId,
    deviceId,
    addDevice,
    async start(share = '') {
      const own: Config = Object.assign({}, config, { READS_SHARE: share }) // a spread crashes the linter
      latest = testProcess()
      const service = await startRecognition(own, latest)
      await waitFor(async () =>
        expect(await backend.sql`select from recognition.stores where id = ${storeId}`).not.toEqual([]),
      )
      return service
    },
    async metric(name) {
      const { metrics } = latest.health
      const { values = [] } = (await metrics.getMetricsAsJSON()).find((metric) => metric.name === name) ?? {}
      return values.reduce((sum, { value }) => sum + value, 0)
    },
    publish,
    async handle(...messages) {
      for (const message of messages) await publish(message)
      await settled()
    },
    tell,
    own: (carNumber, memberId, name, version = 1) =>
      tell('member.plateOwnerChanged', { carNumber, memberId, name, version }),
    async addOwner(carNumber, name) {
      const memberId = randomUUID()
      await tell('member.plateOwnerChanged', { carNumber, memberId, name, version: 1 })
      await waitFor(async () =>
        expect(await backend.sql`select from recognition.plates where member_id = ${memberId}`).toHaveLength(1),
      )
      return memberId
    },
    leave: (memberId) => tell('member.left', { memberId, leftAt: new Date().toISOString() }),
    async addStore(name = '홍대점') {
      const store = randomUUID()
      // not by an event: a read that is handled before it would make a visit at a store without a name
      await backend.sql`insert into recognition.stores (id, name, closed, version) values (${store}, ${name}, false, 1)`
      const device = await addDevice(store)
      return { storeId: store, deviceId: device, subject: subjectOf(store, device) }
    },
    set: async (key, value) =>
      catalog?.publish([{ id: randomUUID(), subject: `settings.${key}`, payload: { value, version: 1 } }]),
    // an event that fails is handled after later ones, so the last one does not show it
    eventsHandled: () => waitFor(async () => expect(await backend.backlog('recognition-events')).toBe(0)),
    published,
    visits(carNumber) {
      const sent = published.filter((visit) => visit.carNumber === carNumber).sort((a, b) => a.revision - b.revision)
      const last = new Map(sent.map((visit) => [visit.id, visit]))
      return [...last.values()].sort((a, b) => (a.recognizedAt < b.recognizedAt ? -1 : 1))
    },
    async deadLetters() {
      const { state } = await streams.streams.info('DEAD_LETTERS')
      const sequences = Array.from({ length: state.messages }, (_, at) => state.first_seq + at)
      return Promise.all(
        sequences.map(async (seq) => (await streams.streams.getMessage('DEAD_LETTERS', { seq })).json<DeadLetter>()),
      )
    },
    async fillVisits() {
      const { config: stream } = await streams.streams.info('VISITS')
      await streams.streams.update('VISITS', { ...stream, max_bytes: 1, discard: DiscardPolicy.New })
      return () => streams.streams.update('VISITS', stream)
    },
    kept: async (stream) => (await streams.streams.info(stream)).state.messages,
    waiting,
    settled,
    openDatabase: () =>
      openDatabase({ url: config.DATABASE_URL, schema: 'recognition', name: 'test', log: testProcess().log }),
    async lockWaits(like = '') {
      const rows = await backend.sql`
        select from pg_stat_activity where datname = current_database() and usename = 'recognition'
          and wait_event_type = 'Lock' and query like ${`%${like}%`}`
      return rows.length
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A backend with one process of the service. Its fields are set once the `beforeAll` hook has run. */
export type RunningRecognition = Recognition & {
  stopService(): Promise<void>
  startService(): Promise<void>
}

/**
 * Starts a backend and the service before all tests of a file or `describe` block, and stops them afterwards. After any history
 * of visits their figures have to equal a recount.
 */
export function startBeforeAll(): RunningRecognition {
  let service: AsyncDisposable | undefined
  const running = {
    async stopService() {
      await service?.[Symbol.asyncDispose]()
      service = undefined
    },
    async startService() {
      service = await running.start()
    },
  } as RunningRecognition
  beforeAll(async () => {
    Object.assign(running, await startTestRecognition())
    await running.startService()
  })
  afterAll(async () => {
    await running.stopService()
    try {
      await expectFiguresToBeExact(running.backend.sql)
    } finally {
      await running[Symbol.asyncDispose]()
    }
  })
  return running
}

/** A message that is a valid read of this plate, now. */
export const readOf = (carNumber: string, fields: Message = {}): Message => ({
  readId: randomUUID(),
  carNumber,
  confidence: 0.97,
  recognizedAt: new Date().toISOString(),
  ...fields,
})

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
