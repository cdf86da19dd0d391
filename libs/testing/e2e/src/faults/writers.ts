import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { patiently, resultOf, type Success, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { formOf, picture } from '../pictures.ts'
import { startRecognizer } from '../recognizer.ts'
import { sendPicture } from '../uploads.ts'
import { openServers, type RunningProduct } from './compare-reads.ts'
import { newPlates } from './traffic.ts'

/*
 * One client of each kind that writes and records acknowledged writes: orders, reads, pictures and versions of a store.
 * Later they are read from another product with the same data.
 */

export type Writers = {
  /** Acknowledged writes so far, by kind. */
  acknowledged(): Record<string, number>
  /** The same, after writing has stopped. */
  stop(): Record<string, number>
  /** Number of acknowledged writes that another product does not have, by kind. */
  missing(product: RunningProduct): Promise<Record<string, number>>
}

/** Reads in flight, as of several cameras. */
const readsAtOnce = 32

/** @param pause milliseconds between two writes of a kind; many reads are in flight at a time */
export async function startWriters({ ready }: RunningProduct, pause = 0): Promise<Writers> {
  const { http: base, email, password } = ready
  const { accessToken: admin } = await signIn(base, email, password)
  const { accessToken: token } = await joinMember(base)
  // not a subscription, which a member can order once
  const [product] = await resultOf<{ id: string }[]>(base, 'GET', '/api/products?productType=onetime')
  const body = { productId: product?.id }
  const storeId = ready.stores[0]?.id
  const recognizer = await startRecognizer(ready)
  const file = await picture('jpeg', 320, 240)
  const told = { orders: new Map<string, string>(), reads: new Set<string>(), pictures: new Set<string>(), versions: 0 }
  const end = new AbortController()
  const signal = end.signal

  const order = async () => {
    const key = randomUUID()
    const headers = { 'idempotency-key': key }
    const reply = await send<Success<{ id: string }>>(base, 'POST', '/api/orders', { token, body, headers, signal })
    if (reply.status === 201) told.orders.set(key, reply.body.result.id)
  }
  const plateOf = newPlates()
  let plates = 0
  const read = async () => {
    const plate = plateOf(plates++)
    await recognizer.read(plate)
    if (!signal.aborted) told.reads.add(plate)
  }
  const upload = async () => {
    const reply = await sendPicture(base, '/api/images', formOf(['image', file]), { authorization: `Bearer ${admin}` })
    if (reply.result && !signal.aborted) told.pictures.add(reply.result.id)
  }
  let version = 0
  const rename = async () => {
    const next = ++version
    const renaming = { token: admin, body: { name: `매장 ${next}` }, signal }
    const reply = await send(base, 'PATCH', `/admin/api/stores/${storeId}`, renaming)
    if (reply.status === 200) told.versions = next
  }
  for (const one of [order, upload, rename, ...Array.from({ length: readsAtOnce }, () => read)])
    void repeat(one, signal, pause)

  const counts = () => {
    const { orders, reads, pictures, versions } = told
    return { orders: orders.size, reads: reads.size, pictures: pictures.size, versions }
  }
  return {
    acknowledged: counts,
    stop() {
      end.abort()
      void recognizer[Symbol.asyncDispose]()
      return counts()
    },
    async missing(product) {
      const url = product.ready.http
      return {
        orders: await count([...told.orders], async ([key, id]) => {
          const headers = { 'idempotency-key': key }
          const again = { token, body, headers }
          const reply = await patiently(() => send<Success<{ id: string }>>(url, 'POST', '/api/orders', again))
          return reply.status !== 201 || reply.body.result.id !== id
        }),
        reads: await missingPlates(product, told.reads),
        pictures: await count([...told.pictures], async (id) => {
          const { status } = await patiently(() => send(url, 'GET', `/api/images/${id}`, { token: admin }))
          return status !== 200
        }),
        versions: told.versions - (await versionOf(url, storeId)),
      }
    },
  }
}

/** Repeats until it is stopped; a failed write was not acknowledged. */
async function repeat(work: () => Promise<void>, signal: AbortSignal, pause: number): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => wait(10))
    if (pause > 0) await wait(pause)
  }
}

/** Number of elements that satisfy the condition. */
async function count<T>(all: readonly T[], isSo: (each: T) => Promise<boolean>): Promise<number> {
  let found = 0
  for (const each of all) if (await isSo(each)) found += 1
  return found
}

/** Reads without a visit after all reads were processed. */
async function missingPlates(product: RunningProduct, plates: ReadonlySet<string>): Promise<number> {
  await using servers = await openServers(product)
  await servers.settled()
  const rows = await servers.sql<{ car_number: string }[]>`select car_number from recognition.visits`
  return plates.difference(new Set(rows.map((row) => row.car_number))).size
}

/** The version of the store that the public API shows; a write in flight at the end may be stored, too. */
async function versionOf(base: string, storeId: string | undefined): Promise<number> {
  const { status, body } = await patiently(() => send<Success<{ name: string }>>(base, 'GET', `/api/stores/${storeId}`))
  return status === 200 ? Number(/^매장 (\d+)$/.exec(body.result.name)?.[1] ?? 0) : 0
}
