import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import type { Product } from '@kingcar/e2e/product'
import { createDevice, readMessage } from '@kingcar/e2e/recognizer'
import { connect, type NatsConnection } from 'nats'
import { WebSocket } from 'ws'
import { readsOfStay } from '../recognition/workload.ts'
import { resultOf } from './member-app.ts'

export type Arrivals = {
  /**
   * Each plate visits every store and is read as often as a car usually is; resolves when all reads are stored.
   * @param perSecond reads at each store; as many as its devices may send if it is omitted
   */
  visit(carNumbers: readonly string[], perSecond?: number): Promise<void>
}

type Recognizer = { connection: NatsConnection; subject: string }

/** Enough that all reads are sent within seconds although each device keeps its rate limit. */
const devicesOfStore = 10
/** Reads per second of a device; and milliseconds to wait for an acknowledgement. */
const perSecondOfDevice = 15
const timeout = 10_000

/** Creates stores with recognizers; each store's screens have a socket each. */
export async function openStores(
  product: Product,
  count: number,
  screensOfStore: number,
  stack: AsyncDisposableStack,
): Promise<Arrivals> {
  const stores: Recognizer[][] = []
  const { ready } = product
  const { accessToken } = await signIn(ready.http, ready.email, ready.password)
  for (let store = 0; store < count; store++) {
    const { id } = await resultOf<{ id: string }>(ready.http, 'POST', '/admin/api/stores', accessToken, newStore(store))
    const token = (await signIn(ready.http, ready.email, ready.password)).accessToken
    for (let screen = 0; screen < screensOfStore; screen++) await openScreen(ready.http, id, token, stack)
    const recognizers: Recognizer[] = []
    for (let at = 0; at < devicesOfStore; at++) recognizers.push(await openRecognizer(product, id, stack))
    stores.push(recognizers)
  }
  return {
    async visit(carNumbers, perSecond = devicesOfStore * perSecondOfDevice) {
      const begin = performance.now()
      const answers: Promise<unknown>[] = []
      const reads = Array.from({ length: readsOfStay }, () => carNumbers).flat()
      for (const [at, carNumber] of reads.entries()) {
        const due = begin + (at * 1_000) / perSecond
        while (performance.now() < due) await wait(1)
        for (const recognizers of stores) {
          const { connection, subject } = recognizers[at % devicesOfStore] as Recognizer
          answers.push(connection.request(subject, readMessage(carNumber), { timeout }))
        }
      }
      await Promise.all(answers)
    },
  }
}

const newStore = (number: number) => ({
  name: `측정 ${number + 1}호점`,
  address: '서울특별시 강남구 테헤란로',
  latitude: 37.5,
  longitude: 127.03,
  phone: '02-555-0100',
  businessHours: [{ day: 1, open: '09:00', close: '18:00' }],
})

async function openScreen(base: string, storeId: string, token: string, stack: AsyncDisposableStack): Promise<void> {
  const address = `${base.replace('http', 'ws')}/admin/api/live?storeId=${storeId}`
  const socket = new WebSocket(address, ['kingcar.live.v1', `bearer.${token}`])
  socket.on('message', () => undefined)
  await once(socket, 'open')
  stack.defer(() => socket.terminate())
}

async function openRecognizer({ ready }: Product, storeId: string, stack: AsyncDisposableStack): Promise<Recognizer> {
  const device = await createDevice(ready, storeId)
  const connection = await connect({ servers: ready.nats, user: device.id, pass: device.secret })
  stack.defer(() => connection.close())
  return { connection, subject: `recognition.read.${storeId}.${device.id}` }
}
