import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { quantile } from '@kingcar/testing/statistics'

/** Replaces `native/reader.c`, which documents the protocol, where there is no C compiler. */
const [port, sockets, greeting = ''] = process.argv.slice(2)
/** Bytes: shorter messages belong to a peer's protocol. */
const smallestEvent = 200
const opcodes = { text: 0x1, close: 0x8, ping: 0x9, pong: 0xa }

type Viewer = { socket: Socket; held: Buffer; events: number }

const viewers: Viewer[] = []
let awaited = 0
let behind = 0
let most = 0
let awaitedFirst = 0
let timed = false
let ages: number[] = []
let total = { deliveries: 0, payloadBytes: 0, reads: 0 }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Clients mask their frames (RFC 6455 §5.3); a mask of zeros leaves the payload unchanged. */
const writeFrame = ({ socket }: Viewer, opcode: number, payload: Buffer) =>
  socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]))

function takeEvent(viewer: Viewer, payload: Buffer): void {
  total.deliveries += 1
  total.payloadBytes += payload.length
  if (timed) {
    const time = /"recognizedAt":"([^"]+)"/.exec(payload.toString())?.[1] as string
    ages.push(performance.timeOrigin + performance.now() - Date.parse(time))
  }
  viewer.events += 1
  most = Math.max(most, viewer.events)
  if (awaitedFirst > 0 && most >= awaitedFirst) {
    awaitedFirst = 0
    say('first')
  }
  if (viewer.events === awaited) behind -= 1
  if (awaited === 0 || behind > 0) return
  awaited = 0
  say('seen')
}

function takeFrame(viewer: Viewer, opcode: number, payload: Buffer): void {
  if (opcode === opcodes.text && payload.length >= smallestEvent) takeEvent(viewer, payload)
  else if (opcode === opcodes.text && payload.toString() === '2')
    writeFrame(viewer, opcodes.text, Buffer.from('3')) // engine.io's ping
  else if (opcode === opcodes.ping) writeFrame(viewer, opcodes.pong, payload)
  else if (opcode === opcodes.close) throw new Error('a socket was closed')
}

function read(viewer: Viewer, data: Buffer): void {
  total.reads += 1
  let left = viewer.held.length > 0 ? Buffer.concat([viewer.held, data]) : data
  while (left.length >= 2) {
    const short = left[1] as number
    const head = short === 126 ? 4 : 2
    if (left.length < head) break
    const length = short === 126 ? left.readUInt16BE(2) : short
    if (left.length < head + length) break
    takeFrame(viewer, (left[0] as number) & 0x0f, left.subarray(head, head + length))
    left = left.subarray(head + length)
  }
  viewer.held = left
}

/** Opens one socket. Frames that follow directly after the handshake response are read normally. */
async function open(handshake: string): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1')
  const viewer: Viewer = { socket, held: Buffer.alloc(0), events: 0 }
  viewers.push(viewer)
  socket.write(handshake)
  for (let answer = ''; ; ) {
    answer += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
    const end = answer.indexOf('\r\n\r\n')
    if (end < 0) continue
    if (!answer.startsWith('HTTP/1.1 101 ')) throw new Error(`refused: ${answer}`)
    if (greeting) writeFrame(viewer, opcodes.text, Buffer.from(greeting))
    socket.on('data', (data) => read(viewer, data))
    socket.on('close', () => {
      throw new Error('a connection was lost')
    })
    return read(viewer, Buffer.from(answer.slice(end + 4), 'latin1'))
  }
}

function report(): void {
  const at = (part: number) => (ages.length > 0 ? quantile(ages, part) : 0)
  say(JSON.stringify({ ...total, p50: at(0.5), p99: at(0.99), max: at(1) }))
  total = { deliveries: 0, payloadBytes: 0, reads: 0 }
  for (const viewer of viewers) viewer.events = 0
  timed = false
  ages = []
  most = 0
}

function awaitEvents(events: number): void {
  behind = viewers.filter((viewer) => viewer.events < events).length
  if (behind > 0) awaited = events
  else say('seen')
}

function awaitFirst(events: number): void {
  if (most < events) awaitedFirst = events
  else say('first')
}

function awaitAges(): void {
  timed = true
  say('timed')
}

const orders: Record<string, (events: number) => void> = {
  seen: awaitEvents,
  first: awaitFirst,
  timed: awaitAges,
  report,
}

let request = ''
for await (const line of createInterface({ input: process.stdin })) {
  if (viewers.length === Number(sockets)) {
    const [order, events] = line.split(' ')
    orders[order as string]?.(Number(events))
    continue
  }
  request += `${line}\r\n`
  if (line !== '') continue
  await open(request)
  request = ''
  if (viewers.length === Number(sockets)) say('open')
}
process.exit() // the parent process has ended
