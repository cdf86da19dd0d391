import { connect } from 'node:net'

/** What came back on one connection. */
export type Exchange = {
  text: string
  /** The status of each answer, in their order. */
  statuses: number[]
  /** Whether the other side ended the connection. */
  closed: boolean
  milliseconds: number
}

/** Sends bytes as they are and gives what comes back until the other side ends the connection, or for so long. */
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
    // a reset is an end, too: the other side need not read what it has refused
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

/** A request as it travels; the values of headers as they are, right or wrong. */
export const rawRequest = (line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${line} HTTP/1.1\r\n${Object.entries({ Host: 'kingcar.test', ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    ),
    Buffer.from(body),
  ])

/** Headers that ask for the live socket. */
export const upgradeHeaders = (token: string): Record<string, string> => ({
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol': `kingcar.live.v1, bearer.${token}`,
})

/** Does the work for each, so many at once. */
export async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
