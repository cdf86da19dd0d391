import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A TCP proxy to a server that can cut connections or swallow data while both ends live. */
export type Proxy = AsyncDisposable & {
  /** Host and port. */
  url: string
  port: number
  /** Ends every connection immediately; data in flight is lost. New connections are accepted. */
  cut(): void
  /** True if new connections are accepted; true at first. */
  open: boolean
  /** Simulates packet loss: connections stay, new ones are established, and no data arrives, until `flow`. */
  stall(): void
  flow(): void
  /** Milliseconds until a chunk arrives, in each direction; 0 at first. Later chunks are on their way in the meantime. */
  delay: number
  /** Number of connection attempts. */
  readonly tries: number
  /** Number of open connections. */
  readonly connections: number
}

type Pair = { near: Socket; far: Socket }

/** Chunks of a socket, of 64 KiB at most, that are on their way at the same time. */
const mostUnwritten = 64

/** @param target host and port */
export async function startProxy(target: string): Promise<Proxy> {
  const [host, port] = target.split(':') as [string, string]
  const pairs = new Set<Pair>()
  /** Sockets that are read again when a chunk is written. */
  const busy = new Set<Socket>()
  let tries = 0
  let isStalled = false
  const server = createServer({ noDelay: true }, (near) => {
    tries += 1
    if (!proxy.open) {
      near.destroy()
      return
    }
    const pair = { near, far: connect({ port: Number(port), host, noDelay: true }) }
    pairs.add(pair)
    pass(near, pair.far)
    pass(pair.far, near)
    if (isStalled) hold(pair)
  })

  function pass(from: Socket, to: Socket): void {
    let onTheirWay = 0
    let last: Promise<unknown> = Promise.resolve()
    /** Calls `act` after the delay, and after everything before it. */
    const arrive = (act: () => void) => {
      if (proxy.delay === 0 && onTheirWay === 0) return act()
      onTheirWay += 1
      last = Promise.all([last, wait(proxy.delay)]).then(() => {
        onTheirWay -= 1
        act()
      })
    }
    let unwritten = 0
    from.on('data', (chunk) => {
      unwritten += 1
      // no further reads until they are written, so that a slow reader slows the writer
      if (unwritten >= (proxy.delay === 0 ? 1 : mostUnwritten)) {
        busy.add(from)
        from.pause()
      }
      arrive(() =>
        to.write(chunk, () => {
          unwritten -= 1
          busy.delete(from)
          if (!isStalled) from.resume()
        }),
      )
    })
    from.on('end', () => arrive(() => to.end()))
    from.on('error', () => undefined) // it was cut
    from.on('close', () => {
      for (const pair of pairs) if (pair.near === from || pair.far === from) pairs.delete(pair)
      busy.delete(from)
      arrive(() => to.destroy())
    })
  }
  const hold = ({ near, far }: Pair) => [near, far].map((socket) => socket.pause())

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const cut = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
  }
  const proxy: Proxy = {
    open: true,
    delay: 0,
    get tries() {
      return tries
    },
    get connections() {
      return pairs.size
    },
    url: `127.0.0.1:${own}`,
    port: own,
    cut,
    stall() {
      isStalled = true
      for (const pair of pairs) hold(pair)
    },
    flow() {
      isStalled = false
      for (const { near, far } of pairs) for (const socket of [near, far]) if (!busy.has(socket)) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
  return proxy
}
