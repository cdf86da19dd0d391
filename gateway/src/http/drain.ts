import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextCheck, setTimeout as wait } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { steadyNow } from '@kingcar/runtime'
import type { HttpServer } from './server.ts'

/** How long a connection that was accepted in the last moment may take to bring its request, in ms. */
const lastRequests = 500

export type Drain = {
  /**
   * Keeps answering for a while, so that balancers see that this process is not ready and keep-alive connections are
   * told to end by an answer instead of being cut while a request is on its way; then takes no new connections, and ends
   * those that never brought a request. Ends early when no connection is left.
   */
  run(milliseconds: number): Promise<void>
}

/** Watches the connections of a server from before it listens, for the day when it stops. */
export function createDrain(server: HttpServer): Drain {
  // Node ends idle connections by itself, but takes one without any request for busy.
  const untouched = new Set<Socket>()
  // Over TLS a request names the secured socket, not the one below it.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    untouched.add(socket)
    socket.once('close', () => untouched.delete(socket))
  })
  server.on('request', ({ socket }) => untouched.delete(socket))
  server.on('upgrade', ({ socket }) => untouched.delete(socket))

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((err, count) => (err ? reject(err) : resolve(count))),
    )
  async function lastAnswers(milliseconds: number): Promise<void> {
    for (const until = steadyNow() + milliseconds; steadyNow() < until; ) {
      if ((await connections()) === 0) return
      await wait(20)
    }
  }

  return {
    async run(milliseconds) {
      await lastAnswers(milliseconds)
      await nextCheck() // just after the loop has accepted all that wait: the system resets those that come too late
      // `close` of the HTTP server would cut connections whose request is on its way.
      NetServer.prototype.close.call(server)
      await lastAnswers(lastRequests)
      for (const socket of untouched) socket.destroy()
    },
  }
}
