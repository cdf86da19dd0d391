import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextLoopIteration, setTimeout as wait } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { steadyNow } from '@kingcar/runtime'
import type { HttpServer } from './server.ts'

/** Milliseconds that a connection accepted just before the port closed has to send its request. */
const lateRequestMilliseconds = 500

export type Drain = {
  /**
   * Keeps serving for a while, so that load balancers notice that this process is not ready, and keep-alive connections
   * end with a `Connection: close` response instead of a cut during a request. Then closes the port and the connections
   * that never sent a request. Returns early when no connection is left.
   */
  run(milliseconds: number): Promise<void>
}

/** Tracks the connections of a server. Call it before the server listens. */
export function createDrain(server: HttpServer): Drain {
  // Node closes idle connections by itself, but counts one that never sent a request as busy.
  const withoutRequest = new Set<Socket>()
  // With TLS, a request refers to the TLS socket, not to the TCP socket below it.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    withoutRequest.add(socket)
    socket.once('close', () => withoutRequest.delete(socket))
  })
  server.on('request', ({ socket }) => withoutRequest.delete(socket))
  server.on('upgrade', ({ socket }) => withoutRequest.delete(socket))

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((err, count) => (err ? reject(err) : resolve(count))),
    )
  async function waitUntilClosed(milliseconds: number): Promise<void> {
    for (const until = steadyNow() + milliseconds; steadyNow() < until; ) {
      if ((await connections()) === 0) return
      await wait(20)
    }
  }

  return {
    async run(milliseconds) {
      await waitUntilClosed(milliseconds)
      await nextLoopIteration() // after the event loop accepted all waiting connections: the kernel resets later ones
      // `close` of the HTTP server would cut connections whose request is just arriving.
      NetServer.prototype.close.call(server)
      await waitUntilClosed(lateRequestMilliseconds)
      for (const socket of withoutRequest) socket.destroy()
    },
  }
}
