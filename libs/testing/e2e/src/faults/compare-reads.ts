import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { JetStreamManager, NatsConnection } from 'nats'
import type { Sql } from 'postgres'
import { resultOf, signIn } from '../http.ts'
import { openDatabase } from '../open-database.ts'
import type { Product } from '../product.ts'
import { connectAsSetup } from '../product-secrets.ts'
import { connectDevice, createDevice, readMessage } from '../recognizer.ts'
import { type Message, naiveVisits, type Visit, type Workload } from './workload.ts'

/** Errors by kind; all empty if there are none. */
export type Findings = {
  /** Visits that the database lacks according to the definition, and visits that it has in addition. */
  missingVisits: unknown[]
  strayVisits: unknown[]
  /** Visits whose last state is not in the stream VISITS. */
  unpublished: unknown[]
  /** Messages that should be dead letters but are not, and dead letters that should not exist. */
  missingLetters: unknown[]
  strayLetters: unknown[]
  /** Figures of statistics that differ from a count of the visits. */
  wrongFigures: unknown[]
  /** Reads that were acknowledged to a standard device, or sent by MQTT after all kills, and that are missing. */
  lostOfDevices: string[]
}

/** The default window of the product. */
const windowMs = 600_000
const patience = 180_000

/** The parts of a running product that its operator and its devices need. */
export type RunningProduct = Pick<Product, 'ready' | 'dataDir' | 'databaseUrl'>
export type Servers = AsyncDisposable & {
  sql: Sql
  nats: NatsConnection
  streams: JetStreamManager
  settled(): Promise<void>
}

/** The product's own servers, as their operator sees them. */
export async function openServers(product: RunningProduct): Promise<Servers> {
  const sql = await openDatabase(product)
  const nats = await connectAsSetup(product, { maxReconnectAttempts: -1 })
  const streams = await nats.jetstreamManager()
  return {
    sql,
    nats,
    streams,
    async settled() {
      for (const until = Date.now() + patience; ; await wait(100)) {
        const left = await Promise.all([
          backlog(streams, 'READS', 'recognition-reads'),
          backlog(streams, 'DEAD_LETTERS', 'recognition-dead-letters'),
        ]).catch(() => [1])
        if (left.every((count) => count === 0)) return
        if (Date.now() > until) throw new Error(`not settled: ${left.join(' and ')} messages are left`)
      }
    },
    async [Symbol.asyncDispose]() {
      await nats.close()
      await sql.end({ timeout: 1 })
    },
  }
}

async function backlog(streams: JetStreamManager, stream: string, durable: string): Promise<number> {
  const { num_pending, num_ack_pending } = await streams.consumers.info(stream, durable)
  return num_pending + num_ack_pending
}

/** Publishes until each message is stored, however often the server is unavailable; a message may be stored twice. */
export async function publishAll(connection: NatsConnection, messages: readonly Message[]): Promise<void> {
  const waiting = [...messages]
  const worker = async () => {
    for (let message = waiting.pop(); message; message = waiting.pop()) {
      while (!(await isStored(connection, message))) await wait(100)
    }
  }
  await Promise.all(Array.from({ length: 200 }, worker))
}

async function isStored(connection: NatsConnection, { subject, payload }: Message): Promise<boolean> {
  try {
    const reply = await connection.request(subject, payload, { timeout: 2_000 })
    return reply.json<{ seq?: number }>().seq !== undefined
  } catch {
    return false // unavailable, or its reply was lost
  }
}

export type StandardDevices = AsyncDisposable & {
  /** Plates that were acknowledged to each device, and the number over MQTT. */
  finish(): Promise<{ stored: string[]; byMqtt: number }>
}

/** Two devices with standard clients, each publishing another plate every half second. */
export async function startStandardDevices({ ready }: RunningProduct): Promise<StandardDevices> {
  const storeId = ready.stores[0]?.id as string
  const [byNats, byMqtt] = await Promise.all([createDevice(ready, storeId), createDevice(ready, storeId)])
  const nats = await connectDevice(ready.nats, byNats)
  const mqtt = await connectAsync(ready.mqtt, {
    clientId: byMqtt.id,
    username: byMqtt.id,
    password: byMqtt.secret,
    reconnectOnConnackError: true, // otherwise a client that is refused during an outage would never reconnect
  })
  mqtt.on('error', () => undefined) // it reconnects by itself
  const ended: number[] = []
  mqtt.on('close', () => ended.push(performance.now()))
  const stored: string[] = []
  const taken: { plate: string; at: number }[] = []
  /** A single server stores whatever it accepts; of three, one may accept a message while the stream has no leader. */
  const promises = ready.nats.split(',').length === 1
  let number = 1_000
  let isOver = false
  const publish = async () => {
    const [plate, other] = [`71가${number}`, `72가${number}`]
    number += 1
    const message = { subject: `recognition.read.${storeId}.${byNats.id}`, payload: readMessage(plate) }
    const told = await isStored(nats, message)
    if (told) stored.push(plate)
    // a PUBACK means that the server received it, not that it is stored: a kill at that time may lose it
    const topic = `recognition/read/${storeId}/${byMqtt.id}`
    await mqtt.publishAsync(topic, readMessage(other), { qos: 1 })
    if (isOver) stored.push(other)
    else if (promises) taken.push({ plate: other, at: performance.now() })
    return told
  }
  /** As `libs/recognizer/README.md` defines it for makers: acknowledged, and the connection stayed open for two more seconds. */
  const livedOn = ({ at }: { at: number }) => !ended.some((end) => at <= end && end <= at + 2_000)
  const running = (async () => {
    for (; !isOver; await wait(500)) await publish()
  })()
  return {
    async finish() {
      isOver = true
      await running
      for (const until = Date.now() + 30_000; !(await publish()); )
        if (Date.now() > until) throw new Error('the device no longer delivers')
      const byMqtt = taken.filter(livedOn).map(({ plate }) => plate)
      return { stored: [...stored, ...byMqtt], byMqtt: byMqtt.length }
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await mqtt.endAsync(true)
      await nats.close()
    },
  }
}

type Row = {
  id: string
  store_id: string
  device_id: string
  car_number: string
  first: Date
  last: Date
  reads: number
  merged_into: string | null
  revision: number
  count: number
}

/** Compares the stored reads with the definition. `offered`: acknowledged reads of standard devices. */
export async function compareReads(
  { ready }: RunningProduct,
  { sql }: Servers,
  stored: readonly StoredVisit[],
  { reads, invalid, reused }: Workload,
  offered: readonly string[],
): Promise<Findings> {
  const rows = await sql<Row[]>`
    select id, store_id, device_id, car_number, first_read_at as first, last_read_at as last, reads, merged_into, revision,
      case when merged_into is null
        then rank() over (partition by car_number, merged_into is null order by first_read_at, id)::integer end as count
    from recognition.visits`
  const ordinary = /^7[12]가/
  const expected = naiveVisits(reads, windowMs).filter(({ carNumber }) => !ordinary.test(carNumber))
  const actual = rows.filter((row) => row.merged_into === null && !ordinary.test(row.car_number))
  const wanted = new Set(expected.map(keyOf))
  const found = new Set(actual.map((row) => keyOf(visitOf(row))))
  const counters = await sql<
    { car_number: string; visits: number }[]
  >`select car_number, visits from recognition.plates`
  const counted = new Map(counters.map(({ car_number, visits }) => [car_number, visits]))
  const miscounted = [...Map.groupBy(expected, ({ carNumber }) => carNumber)].filter(
    ([plate, visits]) => counted.get(plate) !== visits.length,
  )

  const published = lastRevisions(stored)
  const letters = await listLetters(ready)
  const payloads = new Set(letters.map(({ payload }) => payload))
  const ofPairs = new Set(reused.flat())
  const plates = new Set(rows.map((row) => row.car_number))
  return {
    missingVisits: [...expected.filter((visit) => !found.has(keyOf(visit))), ...miscounted],
    strayVisits: actual.filter((row) => !wanted.has(keyOf(visitOf(row)))),
    unpublished: rows.filter((row) => published.get(row.id) !== row.revision),
    missingLetters: [
      ...[...invalid].filter(([payload, reason]) => !letters.some((l) => l.payload === payload && l.reason === reason)),
      ...reused.filter((pair) => pair.filter((payload) => payloads.has(payload)).length !== 1),
    ],
    strayLetters: letters.filter(({ payload }) => !invalid.has(payload) && !ofPairs.has(payload)),
    wrongFigures: [...(await sql`select * from recognition.wrong_visit_figures('-infinity', 'infinity')`)],
    lostOfDevices: offered.filter((plate) => !plates.has(plate)),
  }
}

const visitOf = (row: Row): Visit => ({
  storeId: row.store_id,
  deviceId: row.device_id,
  carNumber: row.car_number,
  first: row.first.getTime(),
  last: row.last.getTime(),
  reads: row.reads,
  count: row.count,
})
const keyOf = ({ storeId, deviceId, carNumber, first, last, reads, count }: Visit) =>
  [storeId, deviceId, carNumber, first, last, reads, count].join(' ')

/** The messages of the stream VISITS. */
export type StoredVisit = { sequence: number; id: string; revision: number }

export async function storedVisits({ nats, streams }: Pick<Servers, 'nats' | 'streams'>): Promise<StoredVisit[]> {
  const { state } = await streams.streams.info('VISITS')
  // A stream that has just elected its leader may not accept a consumer yet.
  for (const until = Date.now() + patience; ; await wait(500))
    try {
      return await readVisits(nats, state.last_seq)
    } catch (error) {
      if (Date.now() > until) throw error
    }
}

async function readVisits(nats: NatsConnection, end: number): Promise<StoredVisit[]> {
  const all: StoredVisit[] = []
  const consumer = await nats.jetstream().consumers.get('VISITS')
  for (let last = 0; last < end; ) {
    for await (const message of await consumer.fetch({ max_messages: 1_000, expires: 2_000 })) {
      const { id, revision } = message.json<{ id: string; revision: number }>()
      all.push({ sequence: message.seq, id, revision })
      last = message.seq
      if (last >= end) break
    }
  }
  return all
}

/** The largest revision of each visit. */
function lastRevisions(all: readonly StoredVisit[]): Map<string, number> {
  const revisions = new Map<string, number>()
  for (const { id, revision } of all) revisions.set(id, Math.max(revision, revisions.get(id) ?? 0))
  return revisions
}

type Letter = { payload: string; reason: string }

async function listLetters({ http, email, password }: Product['ready']): Promise<Letter[]> {
  const { accessToken: token } = await signIn(http, email, password)
  const letters: Letter[] = []
  for (let page = 0; ; page++) {
    const path = `/admin/api/recognition/deadLetters?size=100&page=${page}`
    const { content, last } = await resultOf<{ content: Letter[]; last: boolean }>(http, 'GET', path, { token })
    letters.push(...content)
    if (last) return letters
  }
}
