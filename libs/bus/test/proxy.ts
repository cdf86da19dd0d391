import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut while both ends live. */
export type Proxy = AsyncDisposable & {
  /** Host and port. */
  url: string
  /** Ends every connection at once; what is on its way is lost. New ones are let through. */
  cut(): void
  /** Whether new connections are let through; they are at first. */
  open: boolean
  /** How many connections were asked for. */
  readonly tries: number
}

export async function startProxy(target: string): Promise<Proxy> {
  const [host, port] = target.split(':') as [string, string]
  const sockets = new Set<Socket>()
  let tries = 0
  const server = createServer((near) => {
    tries += 1
    if (!proxy.open) {
      near.destroy()
      return
    }
    const far = connect(Number(port), host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => undefined) // it was cut
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy: Proxy = {
    open: true,
    get tries() {
      return tries
    },
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
  return proxy
}
