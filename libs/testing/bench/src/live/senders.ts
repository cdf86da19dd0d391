import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, openBus, visitSubject } from '@kingcar/bus'
import { createLogger } from '@kingcar/runtime'
import { compile, compilerVersion } from '../compile-native.ts'
import { startGatewayWithNats } from '../gateway-with-nats.ts'
import { type Program, startProgram } from '../line-program.ts'
import { bundlePeer } from '../start-peer.ts'
import { accessToken } from '../tokens.ts'
import type { Reader } from './reader.ts'
import { newEvent, newVisit } from './sample-event.ts'

/** One implementation that sends events to all sockets. */
export type Sender = {
  name: string
  pid: number
  /** Other processes whose CPU counts. */
  others: Record<string, number>
  url: string
  /** The handshakes that open its sockets, and the text that they send first. */
  handshakes: readonly string[]
  greeting?: string
  /**
   * Sends at full rate for this time, `events` per turn of the event loop. Returns the number of events that each
   * socket was sent.
   */
  run(events: number, milliseconds: number, reader: Reader): Promise<number>
  /**
   * Sends `perSecond` events for this time, if the sender can. Returns the number of events that each socket was sent.
   */
  steady?(perSecond: number, milliseconds: number): Promise<number>
}

export const productName = 'KingCar'
export const socketIoName = 'socket.io'
/** The upper bound: plain system calls, one socket after the other. */
export const limitName = 'send(2) in C'

/** Maximum sockets of one session. */
const socketsOfSession = 5
/** Milliseconds that a command may take beyond its own duration. */
const patience = 30_000

/** Starts all senders that this machine supports: without a C compiler the limit is missing. */
export async function startSenders(folder: string, sockets: number, stack: AsyncDisposableStack): Promise<Sender[]> {
  const limit = compilerVersion() ? [await startLimit(sockets, stack)] : []
  const product = await startProduct(folder, sockets, stack)
  const socketIo = await startPeer('socket-io', socketIoName, '/socket.io/?EIO=4&transport=websocket', sockets, stack)
  const ws = await startPeer('ws', 'bare ws', '/', sockets, stack)
  return [...limit, product, { ...socketIo, greeting: '40' /* opens the namespace "/" */ }, ws]
}

/** The gateway as it ships, fed through the stream VISITS as recognition feeds it. */
export async function startProduct(
  folder: string,
  sockets: number,
  stack: AsyncDisposableStack,
  gatewaySettings: Record<string, string> = {},
): Promise<Sender> {
  const edge = await startGatewayWithNats(join(folder, 'nats'), stack, gatewaySettings)
  const { NATS_URL, NATS_USER, NATS_PASSWORD } = edge.environment('recognition')
  const log = createLogger('bench', 'warn')
  const bus = stack.use(await openBus({ url: NATS_URL, user: NATS_USER, password: NATS_PASSWORD, name: 'bench', log }))
  const tokens = Array.from({ length: Math.ceil(sockets / socketsOfSession) }, () => accessToken())
  return {
    name: productName,
    pid: edge.gatewayPid,
    others: { nats: edge.natsPid },
    url: edge.url,
    handshakes: Array.from({ length: sockets }, (_, at) =>
      handshake('/admin/api/live', `kingcar.live.v1, bearer.${tokens[Math.floor(at / socketsOfSession)]}`),
    ),
    /*
     * A closed loop with a group of events in front of the gateway. When the first socket has received a whole group,
     * the gateway is writing that group, in a turn that reads no more input. So the next group is published, and waits
     * for the following turn. No turn has two groups, and none is idle unless a publish takes longer than a turn.
     */
    async run(events, milliseconds, reader) {
      let sent = 0
      for (const end = performance.now() + milliseconds; performance.now() < end; ) {
        await publish(bus, events)
        await reader.seen(sent) // so two groups are in flight: the one being written, and the next
        sent += events
        await reader.first(sent)
      }
      return sent
    },
    async steady(perSecond, milliseconds) {
      const begin = performance.now()
      const published: Promise<void>[] = []
      for (let due = 0; due < milliseconds; due = (published.length * 1_000) / perSecond) {
        while (performance.now() - begin < due) await wait(1)
        published.push(publish(bus, 1))
      }
      await Promise.all(published)
      return published.length
    },
  }
}

async function publish(bus: Bus, visits: number): Promise<void> {
  const messages = Array.from({ length: visits }, () => {
    const visit = newVisit()
    return { subject: visitSubject, id: `${visit.id}:${visit.revision}`, data: JSON.stringify(visit) }
  })
  await bus.append(messages)
}

async function startPeer(
  file: string,
  name: string,
  path: string,
  sockets: number,
  stack: AsyncDisposableStack,
): Promise<Sender> {
  const bundle = await bundlePeer(file)
  const peer = stack.use(startProgram(process.execPath, [bundle], { ...process.env, NODE_ENV: 'production' }))
  return {
    ...(await ready(peer, name, path, sockets)),
    steady: (perSecond, milliseconds) => sent(peer, `steady ${perSecond} ${milliseconds}`, milliseconds),
  }
}

async function startLimit(sockets: number, stack: AsyncDisposableStack): Promise<Sender> {
  const args = [String(sockets), JSON.stringify(newEvent(10_000))]
  return ready(stack.use(startProgram(compile('sender'), args)), limitName, '/', sockets)
}

async function ready(program: Program, name: string, path: string, sockets: number): Promise<Sender> {
  const said = await program.next()
  const url = /^ready (\S+)$/.exec(said)?.[1]
  if (!url) throw new Error(`${name} replied "${said}" instead of "ready"`)
  return {
    name,
    pid: program.pid,
    others: {},
    url,
    handshakes: Array.from({ length: sockets }, () => handshake(path)),
    run: (events, milliseconds) => sent(program, `run ${events} ${milliseconds}`, milliseconds),
  }
}

async function sent(program: Program, order: string, milliseconds: number): Promise<number> {
  const said = await program.order(order, milliseconds + patience)
  const events = /^sent (\d+)$/.exec(said)?.[1]
  if (events === undefined) throw new Error(`"${order}" was answered "${said}"`)
  return Number(events)
}

/**
 * A WebSocket handshake (RFC 6455 §4.1). The key is the RFC's example: the reader does not check the response to it.
 */
function handshake(path: string, protocols?: string): string {
  const head = [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(protocols ? [`Sec-WebSocket-Protocol: ${protocols}`] : []),
  ]
  return `${head.join('\r\n')}\r\n\r\n`
}
