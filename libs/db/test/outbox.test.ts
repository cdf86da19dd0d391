import { randomUUID } from 'node:crypto'
import { DeviceCredential, deviceSubject, settingSubject } from '@kingcar/contract'
import { createLogger, withinRequest } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import Type from 'typebox'
import { beforeEach, expect, test } from 'vitest'
import { Connector } from '../src/connection/connector.ts'
import { Relay } from '../src/events/relay.ts'
import { type Database, emit, emitTo, markProcessed, type Tx } from '../src/index.ts'
import { startProcess } from './run-script.ts'
import { startServer, until } from './test-server.ts'

type Message = { id: string; subject: string; payload: unknown; requestId?: string }

const opened: Database[] = []

const server = startedBeforeAll(startServer)
beforeEach(async () => {
  for (const db of opened.splice(0)) await db[Symbol.asyncDispose]()
  await server.admin`truncate shop.outbox, shop.inbox, shop.idempotency`
})

/** A database whose relay hands each batch to `publish`. */
async function open(publish?: (messages: readonly Message[], timeoutMs?: number) => Promise<void>): Promise<Database> {
  const db = await server.open(publish ? { publish } : {})
  opened.push(db)
  return db
}

/** A bus that keeps what it was given. */
async function openWithBus() {
  const sent: Message[] = []
  return { db: await open(async (messages) => void sent.push(...messages)), sent }
}

const storeChanged = (tx: Tx, version: number) =>
  emit(tx, 'catalog.storeChanged', { storeId: randomUUID(), name: 'Gangnam', version })
const OneFlag = Type.Object({ value: Type.Boolean() })
const versions = (messages: readonly Message[]) =>
  messages.map(({ payload }) => (payload as { version: number }).version)
const left = async () => Number((await server.admin`select count(*) from shop.outbox`)[0]?.count)

test('an emitted event is published once, with its subject and id', async () => {
  const { db, sent } = await openWithBus()
  await db.transaction(async (tx) => {
    await storeChanged(tx, 1)
    await tx.transaction((inner) => emitTo(inner, settingSubject('recognition.maskName'), OneFlag, { value: true }))
    expect(sent).toEqual([])
  })
  await until(() => sent.length === 2)
  expect(sent).toMatchObject([
    { subject: 'evt.catalog.storeChanged', payload: { name: 'Gangnam', version: 1 } },
    { subject: 'settings.recognition.maskName', payload: { value: true } },
  ])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  await until(async () => (await left()) === 0)
})

test("a device credential is published under the device's id if it matches the schema", async () => {
  const { db, sent } = await openWithBus()
  const credential = { deviceId: randomUUID(), storeId: randomUUID(), secretHash: 'a'.repeat(64), version: 3 }
  await db.transaction((tx) => emitTo(tx, deviceSubject(credential.deviceId), DeviceCredential, credential))
  await until(() => sent.length === 1)
  expect(sent).toMatchObject([{ subject: `devices.${credential.deviceId}`, payload: credential }])
  const invalid = { ...credential, secretHash: 'secret' }
  await expect(
    db.transaction((tx) => emitTo(tx, deviceSubject(credential.deviceId), DeviceCredential, invalid)),
  ).rejects.toThrow(`the payload of devices.${credential.deviceId} does not fit its schema`)
})

test('an attempt to publish before the commit ends before the transaction does', async () => {
  const timeouts: (number | undefined)[] = []
  const db = await open(async (_messages, timeoutMs) => void timeouts.push(timeoutMs))
  const end = { sessionId: randomUUID(), role: 'member', endedAt: new Date().toISOString() } as const
  for (const deadlineMs of [undefined, 5_000])
    await db.transaction((tx) => emit(tx, 'member.sessionEnded', end), { ...(deadlineMs && { deadlineMs }) })
  const [usual = 0, long = 0] = timeouts
  expect([usual < 1_400, usual > 0, long < 4_900, long > usual]).toEqual([true, true, true, true])
})

test('an event carries the id of the request that emitted it, if there is one', async () => {
  const { db, sent } = await openWithBus()
  for (const version of [1, 2])
    await withinRequest(`request-${version}`, () => db.transaction((tx) => storeChanged(tx, version)))
  await db.transaction((tx) => storeChanged(tx, 3))
  await until(() => sent.length === 3)
  expect(sent.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-2', undefined])
})

test('a committed event is published immediately, not with the next poll', async () => {
  const { db, sent } = await openWithBus()
  const waits: number[] = []
  for (let version = 0; version < 5; version++) {
    await db.transaction((tx) => storeChanged(tx, version))
    const began = performance.now()
    await until(() => sent.length > version)
    waits.push(performance.now() - began)
  }
  // Polls alone would put a second between any two.
  expect(Math.min(...waits.slice(1))).toBeLessThan(500)
})

test('neither a failed transaction nor an invalid payload publishes anything', async () => {
  const { db, sent } = await openWithBus()
  const failed = db.transaction(async (tx) => {
    await storeChanged(tx, 1)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  await expect(db.transaction((tx) => storeChanged(tx, 1.5))).rejects.toThrow('does not fit')
  await db.transaction((tx) => storeChanged(tx, 7))
  await until(() => sent.length > 0)
  expect(versions(sent)).toEqual([7])
})

test('the event of a transaction that commits late is published after later events', async () => {
  const { db, sent } = await openWithBus()
  const committed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const late = db.transaction(async (tx) => {
    await storeChanged(tx, 1)
    written.resolve()
    await committed.promise
  })
  await written.promise
  await db.transaction((tx) => storeChanged(tx, 2))
  await until(() => sent.length === 1)
  await until(async () => (await left()) === 0)
  committed.resolve()
  await late
  await until(() => sent.length === 2)
  expect(versions(sent)).toEqual([2, 1])
})

test('two concurrent relays publish many events in batches and in the order of writing', async () => {
  const sent: Message[] = []
  const publish = async (messages: readonly Message[]) => void sent.push(...messages)
  const [first, second] = await Promise.all([open(publish), open(publish)])
  for (let at = 0; at < 250; at += 10) {
    const db = at % 20 ? first : second
    await db.transaction(async (tx) => {
      for (let step = 0; step < 10; step++) await storeChanged(tx, at + step)
    })
  }
  await until(() => sent.length >= 250)
  expect(versions(sent)).toEqual(Array.from({ length: 250 }, (_, at) => at))
})

test('rows of another process are published without a kick', async () => {
  const silent = await open()
  await silent.transaction((tx) => storeChanged(tx, 3))
  const { sent } = await openWithBus()
  await until(() => sent.length === 1)
  await silent.transaction((tx) => storeChanged(tx, 4))
  await until(() => sent.length === 2)
})

test('while the bus is unavailable no event is lost and retries are slow; then all are published', async () => {
  let away = true
  let tries = 0
  const sent: Message[] = []
  const db = await open(async (messages) => {
    tries += 1
    if (away) throw new Error('no bus')
    sent.push(...messages)
  })
  for (let version = 0; version < 50; version++) await db.transaction((tx) => storeChanged(tx, version))
  await until(() => tries >= 4)
  expect(tries).toBeLessThan(10)
  expect(await left()).toBe(50)
  away = false
  await until(() => sent.length === 50)
  expect(versions(sent)).toEqual(Array.from({ length: 50 }, (_, at) => at))
})

test('a failed poll leaves no lock behind, which would block other relays', async () => {
  const { db, sent } = await openWithBus()
  await db.transaction((tx) => storeChanged(tx, 1))
  await until(() => sent.length === 1)
  await server.admin.begin(async (sql) => {
    await sql`lock table shop.outbox in access exclusive mode`
    const cancelled = () => sql`
      select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%from outbox%'`
    await until(async () => {
      await sql`select pg_stat_clear_snapshot()`
      return (await cancelled()).length > 0
    })
  })
  await until(async () => {
    const [{ held } = { held: 1 }] = await server.admin<{ held: number }[]>`
      select count(*)::integer as held from pg_locks where locktype = 'advisory' and granted`
    return held === 0
  })
})

test('a relay continues after its connection is closed', async () => {
  const { db, sent } = await openWithBus()
  for (let version = 0; version < 5; version++) {
    await db.transaction((tx) => storeChanged(tx, version))
    await until(() => versions(sent).includes(version)) // an earlier one may come twice
    await server.admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`
    await until(() => db.check())
  }
  expect([...new Set(versions(sent))]).toEqual([0, 1, 2, 3, 4])
})

test('after a crash between publishing and deleting, the event is published again with the same id', async () => {
  const dying = startProcess('emit-one-event.ts', [server.urlFor('shop'), '42'], { FAULT: 'outbox.published:kill' })
  expect(await dying.exited).toBe('SIGKILL')
  const [once] = dying.lines.map((line): Message => JSON.parse(line))
  expect(await left()).toBe(1)
  const { sent } = await openWithBus()
  await until(() => sent.length === 1)
  expect(sent[0]).toEqual(once)
  await until(async () => (await left()) === 0)
})

test('disposal publishes the last events', async () => {
  const { db, sent } = await openWithBus()
  await db.transaction((tx) => storeChanged(tx, 9))
  await db[Symbol.asyncDispose]()
  expect(versions(sent)).toEqual([9])
})

test('an event counts as new once for each consumer, also under concurrency', async () => {
  const db = await open()
  const id = randomUUID()
  const see = (consumer: string) => db.transaction((tx) => markProcessed(tx, consumer, id))
  const rolledBack = db.transaction(async (tx) => {
    expect(await markProcessed(tx, 'plates', id)).toBe(true)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow()
  const seen = await Promise.all(Array.from({ length: 8 }, () => see('plates')))
  expect(seen.filter(Boolean)).toHaveLength(1)
  expect(await see('names')).toBe(true)
})

test('old idempotency and inbox rows are deleted, recent ones are kept', async () => {
  await server.admin`insert into shop.inbox (consumer, event_id, seen_at) values
    ('c', 'old', now() - interval '31 days'), ('c', 'young', now() - interval '29 days')`
  await server.admin`insert into shop.idempotency (caller, operation, key, input_hash, answer, created_at) values
    ('c', 'o', 'old', '', '', now() - interval '25 hours'), ('c', 'o', 'young', '', '', now() - interval '23 hours')`
  const log = createLogger('test', 'silent')
  const connector = new Connector({ url: server.urlFor('shop'), schema: 'shop', name: 'test', log })
  const relay = new Relay(connector, async () => {}, log, { maintainEvery: 0 })
  await until(async () => (await server.admin`select from shop.inbox`).length === 1)
  await until(async () => (await server.admin`select from shop.idempotency`).length === 1)
  await relay.stop()
  await connector.close()
  expect(await server.admin`select event_id from shop.inbox`).toMatchObject([{ event_id: 'young' }])
  expect(await server.admin`select key from shop.idempotency`).toMatchObject([{ key: 'young' }])
})
