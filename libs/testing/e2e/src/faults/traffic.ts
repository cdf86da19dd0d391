import { setTimeout as wait } from 'node:timers/promises'
import { connect, type NatsConnection } from 'nats'
import { signIn } from '../http.ts'
import type { Ready } from '../product.ts'
import { createDevice, readMessage } from '../recognizer.ts'
import { openViewer, type Viewer } from '../viewer.ts'

/** Maximum sockets of one session. */
const socketsOfSession = 5
/** Reads per second and device; the limit is 20. */
const readsOfDevice = 10
const patience = 60_000

/**
 * Opens viewers, five per session like a browser with five tabs.
 * @param base returns the URL of each connection
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

/** Runs `act` at an even rate until it is stopped; `pace` changes the rate. */
export function repeatEvenly(perSecond: number, act: () => void): { pace(perSecond: number): void; stop(): void } {
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

/**
 * Cars that come to a store at a steady rate, each with another plate, read by as many devices as that needs, until the
 * server ends.
 */
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
  const coming = repeatEvenly(perSecond, () => {
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
/** More than in any scenario. */
const mostCars = 400_000
let taken = 0

/** Returns a plate per number; unique in this process for the first thirteen callers. */
export function newPlates(): (n: number) => string {
  const first = taken++ * mostCars
  return (n) => {
    const at = (first + n) % plates
    return `${100 + (at % 600)}${syllables[at % syllables.length]}${1_000 + Math.floor(at / 600)}`
  }
}

/** Waits until the condition holds; false after a timeout. */
export async function becomesTrue(isSo: () => boolean | Promise<boolean>, ms = patience): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await wait(20)) if (await isSo()) return true
  return isSo()
}

/** True if a viewer was shown this many events, or was notified that it was not. */
export const hasAll = (events: number) => (viewer: Viewer) =>
  viewer.shown + viewer.gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0) >= events
