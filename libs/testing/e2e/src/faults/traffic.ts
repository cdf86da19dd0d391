import { setTimeout as wait } from 'node:timers/promises'
import { connect, type NatsConnection } from 'nats'
import { signIn } from '../http.ts'
import type { Ready } from '../product.ts'
import { createDevice, readMessage } from '../recognizer.ts'
import { openViewer, type Viewer } from '../viewer.ts'

/** Sockets that one session may have. */
const socketsOfSession = 5
/** Reads a second of each device; it may send 20. */
const readsOfDevice = 10
const patience = 60_000

/**
 * Opens viewers, five a session as a browser with five tabs would.
 * @param base where they connect each time
 */
export async function openViewers(
  { ready }: { ready: Ready },
  count: number,
  stack: AsyncDisposableStack,
  base: string | (() => string) = ready.http,
): Promise<Viewer[]> {
  const viewers: Viewer[] = []
  while (viewers.length < count) {
    const { accessToken } = await signIn(ready.http, ready.email, ready.password)
    const some = Math.min(socketsOfSession, count - viewers.length)
    const opened = await Promise.all(Array.from({ length: some }, () => openViewer(base, accessToken)))
    for (const viewer of opened) viewers.push(stack.use(viewer))
  }
  return viewers
}

/** Does it so often a second, evenly, until it is stopped; `pace` changes how often. */
export function evenly(perSecond: number, act: () => void): { pace(perSecond: number): void; stop(): void } {
  let [rate, done, began] = [perSecond, 0, performance.now()]
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) * rate) / 1_000; done < due; done++) act()
  }, 5)
  return {
    pace(other) {
      ;[rate, done, began] = [other, 0, performance.now()]
    },
    stop: () => clearInterval(timer),
  }
}

export type Traffic = { stop(): Promise<number> }

/** Cars that come to a store, each another and at a steady pace, read by as many devices as that takes, while the server lives. */
export async function startTraffic({ ready }: { ready: Ready }, perSecond: number): Promise<Traffic> {
  const storeId = ready.stores[0]?.id as string
  const lanes: { connection: NatsConnection; subject: string }[] = []
  for (let count = 0; count < perSecond / readsOfDevice; count++) {
    const { id, secret } = await createDevice(ready, storeId)
    const connection = await connect({
      servers: ready.nats.split(','),
      user: id,
      pass: secret,
      maxReconnectAttempts: -1,
    })
    lanes.push({ connection, subject: `recognition.read.${storeId}.${id}` })
  }
  const plate = newPlates()
  let sent = 0
  const coming = evenly(perSecond, () => {
    const { connection, subject } = lanes[sent % lanes.length] as (typeof lanes)[number]
    connection.publish(subject, readMessage(plate(sent)))
    sent += 1
  })
  return {
    async stop() {
      coming.stop()
      for (const { connection } of lanes) await connection.drain()
      return sent
    },
  }
}

const syllables = '가나다라마거너더러머'
const serials = 9_000
const plates = 600 * serials
/** More than come in any trial. */
const mostCars = 400_000
let taken = 0

/** A plate of its own for each number, of cars that no traffic of this process had before, for the first thirteen. */
export function newPlates(): (n: number) => string {
  const first = taken++ * mostCars
  return (n) => {
    const at = (first + n) % plates
    return `${100 + (at % 600)}${syllables[at % syllables.length]}${1_000 + Math.floor(at / 600)}`
  }
}

/** Waits until it is so; false when it takes too long. */
export async function comesTrue(isSo: () => boolean | Promise<boolean>, ms = patience): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await wait(20)) if (await isSo()) return true
  return isSo()
}

/** Whether a viewer was shown so many events, or told that it was not. */
export const hasAll = (events: number) => (viewer: Viewer) =>
  viewer.shown + viewer.gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0) >= events
