import { connect } from 'node:net'

/** The responses on one connection. */
export type Exchange = {
  text: string
  /** The status of each response, in order. */
  statuses: number[]
  /** True if the other side ended the connection. */
  closed: boolean
  milliseconds: number
}

/**
 * Sends raw bytes and returns the responses until the other side ends the connection, or until the timeout in
 * milliseconds.
 */
export function exchange(base: string, bytes: string | Buffer, patience = 10_000): Promise<Exchange> {
  const { hostname, port } = new URL(base)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const done = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ text, statuses, closed, milliseconds: performance.now() - began })
    }
    const timer = setTimeout(() => done(false), patience)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
    socket.on('close', () => done(true))
    // a reset is an end, too: the other side does not have to read what it refused
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

/** A raw request; header values are sent unchanged, valid or not. */
export const rawRequest = (line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${line} HTTP/1.1\r\n${Object.entries({ Host: 'kingcar.test', ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    ),
    Buffer.from(body),
  ])

/** Headers of an upgrade to the live socket. */
export const upgradeHeaders = (token: string): Record<string, string> => ({
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol': `kingcar.live.v1, bearer.${token}`,
})

/** Processes all items, `atOnce` at a time, and starts them in their order. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = Iterator.from(items)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
