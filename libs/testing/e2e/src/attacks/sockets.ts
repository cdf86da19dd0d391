import { createPrivateKey, type KeyObject } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'
import { joinAdministrator, ownAdminOf, send, signIn } from '../http.ts'
import { latencyAt } from '../latency.ts'
import { memoryOf } from '../process-memory.ts'
import { type Product, startProduct } from '../product.ts'
import { secretsOf } from '../product-secrets.ts'
import { forEachConcurrently, rawRequest, upgradeHeaders } from '../raw-http.ts'
import { readMessage, startRecognizer } from '../recognizer.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'
import { openViewer, type Viewer } from '../viewer.ts'
import { openRawSocket, type RawSocket } from '../websocket-frames.ts'
import { socketCases } from './socket-cases.ts'

export type SocketAttacks = {
  /** Attacks whose socket was not closed in time, or was closed with another code. */
  standing: string[]
  /** Ordinary viewers that missed an event or were disconnected. */
  disturbed: string[]
  events: number
  /** Milliseconds from the camera's time to an ordinary viewer's frame. */
  p50: number
  p99: number
  /** Maximum growth of the gateway, MiB. */
  growth: number
  /** Half-open upgrades that were not closed within 15 s. */
  halfOpen: number
  survived: boolean
}

type Size = {
  /** Repetitions of each attack. */
  rounds: number
  /** Connections that start an upgrade and never finish it. */
  upgrades: number
}

/** Each socket is probed every five seconds, and a closing handshake may take three. */
const patience = 12_000

/** Returns a function that signs access tokens of administrators, each with its own session. */
export async function tokenMaker(product: Product): Promise<(account?: string) => string> {
  const key: KeyObject = createPrivateKey((await secretsOf(product)).jwtPrivateKey)
  const { http, email, password } = product.ready
  const { id } = await ownAdminOf(http, (await signIn(http, email, password)).accessToken)
  return (sub = id) => signed(goodHeader, goodClaims({ sub }), key)
}

/** Floods and broken frames on their own sockets, next to viewers that receive cars. */
export async function socketAttacks(product: Product, { rounds, upgrades }: Size): Promise<SocketAttacks> {
  await using stack = new AsyncDisposableStack()
  const { http } = product.ready
  const newToken = await tokenMaker(product)
  const viewers: Viewer[] = []
  for (let count = 0; count < 4; count++) viewers.push(stack.use(await openViewer(http, newToken())))
  const traffic = await startCars(product, stack, viewers[0] as Viewer)
  const gateway = await product.pid('gateway')
  const before = (await memoryOf(gateway)).now
  let most = before
  const meter = setInterval(() => {
    memoryOf(gateway).then(
      ({ now }) => {
        most = Math.max(most, now)
      },
      () => undefined, // it died, which is reported below
    )
  }, 200)
  stack.defer(() => clearInterval(meter))

  const standing: string[] = []
  const all = Array.from({ length: rounds }, () => socketCases).flat()
  await forEachConcurrently(all, 8, async ({ name, bytes, codes }) => {
    using attacker = await openRawSocket(http, newToken())
    attacker.socket.write(bytes)
    const code = await endOf(attacker)
    const reset = code === 0 && bytes.length > 10_000 // a reset overtakes the close code while much is still being sent
    if (code === undefined || !(reset || codes.includes(code))) standing.push(`${name}: ${code ?? 'open'}`)
  })
  const halfOpen = await leaveHalfOpen(http, upgrades, newToken())
  const { sent, latencies } = await traffic.stop()
  for (const until = Date.now() + 10_000; Date.now() < until && viewers.some(({ shown }) => shown < sent); )
    await wait(50)
  const disturbed = viewers.flatMap(({ shown, holes, gaps, closes }, at) =>
    shown >= sent && holes.length + gaps.length + closes.length === 0
      ? []
      : [`viewer ${at}: ${shown} of ${sent}, ${holes.length} holes, ${gaps.length} gaps, closed with ${closes.join()}`],
  )
  return {
    standing,
    disturbed,
    events: sent,
    p50: latencyAt(latencies, 0.5),
    p99: latencyAt(latencies, 0.99),
    growth: Math.round(most - before),
    halfOpen,
    survived: (await product.pid('gateway')) === gateway && (await send(http, 'GET', '/api/health')).status === 200,
  }
}

/** The close code, 0 without one, undefined if it stays open. */
const endOf = ({ closed }: RawSocket) => Promise.race([closed, wait(patience, undefined, { ref: false })])

/** Ten cars a second at one store, each with another plate; measures when one viewer receives them. */
async function startCars(product: Product, stack: AsyncDisposableStack, viewer: Viewer) {
  const recognizer = stack.use(await startRecognizer(product.ready))
  const latencies: number[] = []
  viewer.onEvent = (text) =>
    void latencies.push(Date.now() - Date.parse(/"recognizedAt":"([^"]+)"/.exec(text)?.[1] ?? ''))
  let sent = 0
  const subject = `recognition.read.${recognizer.storeId}.${recognizer.deviceId}`
  const timer = setInterval(() => {
    recognizer.connection.publish(subject, readMessage(`${100 + (sent % 800)}가${1_000 + Math.floor(sent / 800)}`))
    sent += 1
  }, 100)
  stack.defer(() => clearInterval(timer))
  return {
    async stop() {
      clearInterval(timer)
      await recognizer.connection.flush()
      return { sent, latencies }
    },
  }
}

/** Starts upgrades without finishing them; returns how many connections are left after 15 s. */
async function leaveHalfOpen(base: string, count: number, token: string): Promise<number> {
  const { hostname, port } = new URL(base)
  const whole = rawRequest('GET /admin/api/live', upgradeHeaders(token))
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = connect(Number(port), hostname, () => socket.write(whole.subarray(0, 1 + (at % (whole.length - 1)))))
    return socket.on('error', () => undefined).resume()
  })
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length
  for (const until = Date.now() + 15_000; open() > 0 && Date.now() < until; ) await wait(50)
  const left = open()
  for (const socket of sockets) socket.destroy()
  return left
}

/** Opens sockets of one account until one is refused, then of another one, and of a third; returns the refusals. */
async function fill({ ready: { http } }: Product, newToken: (account?: string) => string): Promise<string[]> {
  using stack = new DisposableStack()
  const told: string[] = []
  let taken = 0
  for (let accounts = 0; accounts < 3; accounts++) {
    const { id } = await joinAdministrator(http, { name: '김관리', password: 'a long password' })
    for (;;) {
      const socket = await openRawSocket(http, newToken(id)).catch((error: Error) => error.message)
      if (typeof socket === 'string') {
        told.push(`${socket} at ${taken}`)
        break
      }
      stack.use(socket)
      taken += 1
    }
  }
  return told
}

export const sockets: Scenario = {
  about: 'floods and broken frames on live sockets, 2,000 half-open upgrades, and more sockets than the limit',
  async run() {
    await using product = await startProduct({ LIVE_SOCKETS: '300' })
    const { standing, disturbed, ...figures } = await socketAttacks(product, { rounds: 10, upgrades: 2_000 })
    const { claims, cases = [] } = nothingFound({ standing, disturbed })
    const told = await fill(product, await tokenMaker(product))
    return [
      {
        name: 'sockets',
        figures,
        claims: {
          ...claims,
          'the gateway survives': figures.survived,
          'no half-open upgrade is left after 15 s': figures.halfOpen === 0,
          'the gateway grows by at most 100 MiB': figures.growth <= 100,
          'other viewers see a car within a second (p99)': figures.p99 <= 1_000,
          'an account gets 429 at half of the sockets, and beyond all of them the gateway responds 503':
            told.join() === '429 at 150,429 at 300,503 at 300',
        },
        cases,
      },
    ]
  },
}
