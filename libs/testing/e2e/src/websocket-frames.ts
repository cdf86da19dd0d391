import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { rawRequest, upgradeHeaders } from './raw-http.ts'

/** Opcodes of frames (RFC 6455 §5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

type FrameOptions = {
  /** The FIN bit; default true. */
  last?: boolean
  /** Three reserved bits; the first one means compression. */
  reserved?: number
  masked?: boolean
  /** Replaces the frame's length field. */
  says?: bigint
}

/** A client's frame, valid or not. */
export function clientFrame(opcode: number, payload: string | Buffer = '', options: FrameOptions = {}): Buffer {
  const { last = true, reserved = 0, masked = true } = options
  const data = Buffer.from(payload)
  const says = options.says ?? BigInt(data.length)
  const bit = masked ? 0x80 : 0
  const first = (last ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = masked ? randomBytes(4) : Buffer.alloc(0)
  if (masked) for (let at = 0; at < data.length; at++) data[at] = (data[at] as number) ^ (mask[at % 4] as number)
  return Buffer.concat([Buffer.from([first]), lengthOf(says, bit), mask, data])
}

function lengthOf(says: bigint, bit: number): Buffer {
  if (says < 126n) return Buffer.from([bit | Number(says)])
  const long = Buffer.alloc(says < 65_536n ? 3 : 9)
  long[0] = bit | (says < 65_536n ? 126 : 127)
  if (long.length === 3) long.writeUInt16BE(Number(says), 1)
  else long.writeBigUInt64BE(BigInt.asUintN(64, says), 1)
  return long
}

export type RawSocket = Disposable & {
  socket: Socket
  /** The close code of the other side; 0 if the connection ended without one. */
  closed: Promise<number>
}

/**
 * Opens the live socket; the caller decides what to send, and pings get no reply. @throws with the status of a refusal
 */
export function openRawSocket(base: string, token: string): Promise<RawSocket> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(rawRequest('GET /admin/api/live', upgradeHeaders(token))),
    )
    let held: Buffer = Buffer.alloc(0)
    let code = 0
    let opened = false
    const closed = new Promise<number>((end) => socket.on('close', () => end(code)))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!opened) reject(error) // afterwards `closed` reports it
    })
    socket.on('data', (part: Buffer) => {
      held = Buffer.concat([held, part])
      const head = opened ? -1 : held.indexOf('\r\n\r\n')
      if (head >= 0) {
        const status = held.toString('latin1', 9, 12)
        if (status !== '101') return reject(new Error(`${status}`))
        held = held.subarray(head + 4)
        opened = true
        resolve({ socket, closed, [Symbol.dispose]: () => socket.destroy() })
      }
      if (opened) held = takeFrames(held, (said) => (code = said))
    })
    socket.on('close', () => reject(new Error('closed')))
  })
}

/** Parses a server's frames, calls `onClose` for a close frame, and returns the remaining bytes. */
function takeFrames(bytes: Buffer, onClose: (code: number) => void): Buffer {
  let left = bytes
  while (left.length >= 2) {
    const short = (left[1] as number) & 127
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (left.length < start) break
    const length = short === 126 ? left.readUInt16BE(2) : short === 127 ? Number(left.readBigUInt64BE(2)) : short
    if (left.length < start + length) break
    if (((left[0] as number) & 15) === opcodes.close && length >= 2) onClose(left.readUInt16BE(start))
    left = left.subarray(start + length)
  }
  return left
}
