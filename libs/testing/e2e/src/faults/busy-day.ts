import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import type { Sql } from 'postgres'
import type { Deployment } from '../deployment/deployment.ts'
import { resultOf, type Success, send, signIn } from '../http.ts'
import { latencyAt } from '../latency.ts'
import { type JoinedMember, joinMembers } from '../member.ts'
import { connectDevice, createDevice, readMessage } from '../recognizer.ts'
import { newPlates } from './traffic.ts'

/*
 * Devices and members of a busy day. They work like any client, and repeat what got no reply: a read with its id, an
 * order with its key.
 */

/** In times of `performance.now()`. */
export type Period = { from: number; to: number }

/** Milliseconds. */
export type Lags = { p50: number; p99: number; most: number }

/**
 * Milliseconds to wait for a reply, as `libs/recognizer/README.md` says; also approximately the longest pause between
 * two tries.
 */
const patience = 5_000
const pause = { least: 500, most: 4_000 }
/** Reads per second and device: a normal rate, far from the limit. */
const readsOfDevice = 2
/** Unanswered reads per device, and unanswered orders. */
const mostInFlight = { reads: 8, orders: 64 }
/** Orders per second and member: orders of a member are processed one after the other. */
export const ordersOfMember = 2
/** Devices that are registered concurrently. */
const atOnce = 8

/**
 * Processes a queue of due items with limited concurrency, and repeats each until it succeeds, with growing pauses,
 * until the queue is closed.
 */
function openQueue<T>(most: number, attempt: (one: T) => Promise<boolean>) {
  const waiting: T[] = []
  let [inFlight, isClosed] = [0, false]
  const pump = () => {
    for (; !isClosed && inFlight < most && waiting.length > 0; inFlight++) void take(waiting.shift() as T)
  }
  const take = async (one: T) => {
    for (let longest = pause.least; !isClosed && !(await attempt(one)); longest = Math.min(2 * longest, pause.most))
      await wait(longest * (0.5 + Math.random() / 2))
    inFlight -= 1
    pump()
  }
  return {
    push(one: T) {
      waiting.push(one)
      pump()
    },
    close() {
      isClosed = true
    },
  }
}

type Car = { due: number; tries: number; stored?: number; shown?: number }

export type Cars = AsyncDisposable & {
  /** A car arrives. */
  arrive(): void
  /** A car is shown on a screen. */
  seen(plate: string): void
  /** Number of cars that arrived, and of those that are not both stored and shown yet. */
  readonly sent: number
  readonly waiting: number
  /**
   * Lags from storing to the first frame, of cars whose first try was acknowledged; the same of those that were stored
   * during undisturbed periods; and from the camera, of all.
   */
  lags(disturbed: readonly Period[]): { fromStored: Lags; fromStoredUndisturbed: Lags; fromCamera: Lags }
  /** Cars without acknowledgement, without a visit, with several visits, or on no screen. */
  compare(sql: Sql): Promise<{ unanswered: string[]; lost: string[]; twice: string[]; unseen: string[] }>
}

/** @param perSecond cars, each with another plate, at devices of all stores */
export async function openCars({ ready }: Deployment, perSecond: number): Promise<Cars> {
  const lanes: { deviceId: string; connection: NatsConnection; send: (plate: string) => void; close: () => void }[] = []
  const cars = new Map<string, Car>()
  const plate = newPlates()
  let [stored, shown] = [0, 0]
  const openLane = async (storeId: string) => {
    const device = await createDevice(ready, storeId)
    const connection = await connectDevice(ready.nats, device)
    const subject = `recognition.ingest.${storeId}.${device.id}`
    const queue = openQueue<{ car: Car; payload: string }>(mostInFlight.reads, async ({ car, payload }) => {
      car.tries += 1
      const reply = await connection.request(subject, payload, { timeout: patience }).catch(() => undefined)
      if (reply?.json<{ seq?: number }>().seq === undefined) return false
      car.stored = performance.now()
      stored += 1
      return true
    })
    const send = (plate: string) => {
      const car = { due: performance.now(), tries: 0 }
      cars.set(plate, car)
      queue.push({ car, payload: readMessage(plate) })
    }
    lanes.push({ deviceId: device.id, connection, send, close: queue.close })
  }
  const count = Math.ceil(perSecond / readsOfDevice)
  const { stores } = ready
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) =>
      openLane(stores[(from + at) % stores.length]?.id as string),
    )
    await Promise.all(some)
  }
  return {
    arrive: () => lanes[cars.size % lanes.length]?.send(plate(cars.size)),
    seen(plate) {
      const car = cars.get(plate)
      if (!car || car.shown !== undefined) return
      car.shown = performance.now()
      shown += 1
    },
    get sent() {
      return cars.size
    },
    get waiting() {
      return cars.size - Math.min(stored, shown)
    },
    lags(disturbed) {
      const all = [...cars.values()].flatMap(({ due, tries, stored, shown }) =>
        stored === undefined || shown === undefined ? [] : [{ due, tries, stored, shown }],
      )
      // if the first acknowledgement was lost, the time of storing is unknown
      const told = all.filter(({ tries }) => tries === 1)
      const undisturbed = told.filter(({ stored }) => !isWithin(disturbed, stored))
      const fromStored = (some: typeof told) => lagsOf(some.map((car) => Math.max(0, car.shown - car.stored))) // its frame may arrive before the acknowledgement
      return {
        fromStored: fromStored(told),
        fromStoredUndisturbed: fromStored(undisturbed),
        fromCamera: lagsOf(all.map((car) => car.shown - car.due)),
      }
    },
    async compare(sql) {
      const rows = await sql<{ plate: string; visits: number; reads: number }[]>`
        select car_number as plate, count(*)::int as visits, sum(reads)::int as reads from recognition.visits
        where device_id = any(${lanes.map(({ deviceId }) => deviceId)}) group by car_number`
      const counted = new Map(rows.map((row) => [row.plate, row]))
      const plates = [...cars.keys()]
      return {
        unanswered: plates.filter((plate) => cars.get(plate)?.stored === undefined),
        lost: plates.filter((plate) => !counted.has(plate)),
        twice: rows.filter(({ visits, reads }) => visits > 1 || reads > 1).map(({ plate }) => plate),
        unseen: plates.filter((plate) => cars.get(plate)?.shown === undefined),
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { connection, close } of lanes) {
        close()
        await connection.close()
      }
    },
  }
}

export type Buyers = Disposable & {
  /** An order is due. */
  order(): void
  /** Number of due orders, and of those without a response. */
  readonly sent: number
  readonly waiting: number
  /** Lags from due to the response, of all; and of those that were due during undisturbed periods. */
  lags(disturbed: readonly Period[]): { toAnswer: Lags; toAnswerUndisturbed: Lags }
  /** Keys without a response; orders that are missing, duplicated or refused. */
  compare(sql: Sql): Promise<{ unanswered: string[]; lost: string[]; twice: string[]; refused: string[] }>
}

/** @param base returns the URL for the next order */
export async function openBuyers({ ready }: Deployment, base: () => string, perSecond: number): Promise<Buyers> {
  const { accessToken: admin } = await signIn(ready.http, ready.email, ready.password)
  const offer = { name: '손세차', description: '', type: 'onetime', price: 30_000 }
  const offered = { token: admin, body: offer }
  const { id: productId } = await resultOf<{ id: string }>(ready.http, 'POST', '/admin/api/products', offered)
  const body = { productId }
  const members = await joinMembers(ready.http, Math.ceil(perSecond / ordersOfMember))
  const ids: string[] = []
  const answered: { due: number; took: number }[] = []
  const refused: string[] = []
  const open = new Set<string>()
  const queue = openQueue<{ key: string; token: string; due: number }>(
    mostInFlight.orders,
    async ({ key, token, due }) => {
      const signal = AbortSignal.timeout(patience)
      const headers = { 'idempotency-key': key }
      const reply = await send<Success<{ id: string }>>(base(), 'POST', '/api/orders', {
        token,
        body,
        headers,
        signal,
      }).catch(() => undefined)
      if (!reply || reply.status === 503 || reply.status === 409) return false // the outcome is unknown, or the order is still being processed
      answered.push({ due, took: performance.now() - due })
      open.delete(key)
      if (reply.status === 201) ids.push(reply.body.result.id)
      else refused.push(`${reply.status} ${reply.text}`)
      return true
    },
  )
  let ordered = 0
  return {
    order() {
      const key = randomUUID()
      open.add(key)
      queue.push({
        key,
        token: (members[ordered++ % members.length] as JoinedMember).accessToken,
        due: performance.now(),
      })
    },
    get sent() {
      return ordered
    },
    get waiting() {
      return ordered - answered.length
    },
    lags(disturbed) {
      const undisturbed = answered.filter(({ due }) => !isWithin(disturbed, due))
      const toAnswer = (some: typeof answered) => lagsOf(some.map(({ took }) => took))
      return { toAnswer: toAnswer(answered), toAnswerUndisturbed: toAnswer(undisturbed) }
    },
    async compare(sql) {
      const rows = await sql<{ id: string }[]>`select id from orders.orders where product_id = ${body.productId}`
      const kept = new Set(rows.map(({ id }) => id))
      return {
        unanswered: [...open],
        lost: ids.filter((id) => !kept.has(id)),
        twice: [...kept.difference(new Set(ids))],
        refused,
      }
    },
    [Symbol.dispose]: queue.close,
  }
}

const isWithin = (periods: readonly Period[], at: number) => periods.some(({ from, to }) => from <= at && at <= to)

const lagsOf = (values: readonly number[]): Lags => ({
  p50: latencyAt(values, 0.5),
  p99: latencyAt(values, 0.99),
  most: latencyAt(values, 1),
})
