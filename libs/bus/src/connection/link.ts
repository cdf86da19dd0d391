import { type Logger, withTimeLimit } from '@kingcar/runtime'
import type { NatsConnection } from 'nats'
import { type ConnectOptions, inboxPrefixOf, openConnection, watchConnection } from './connection.ts'
import { corkWrites, writeNow } from './cork.ts'
import { createJetStream, type JetStream } from './jetstream.ts'
import { createMux, type Mux } from './mux.ts'

/** Time limit of a round trip, in ms. After it the server counts as unreachable. */
const roundTripTimeout = 1_000

/** The connection of a process, with the request multiplexer and the JetStream API on top of it. */
export type Link = {
  readonly connection: NatsConnection
  readonly inboxPrefix: string
  readonly mux: Mux
  readonly jetstream: JetStream
  readonly log: Logger
  readonly connected: boolean
  /** Calls back after each reconnect; returns a function that removes the listener. */
  onReconnect(listener: () => void): () => void
  /**
   * Writes what was published. Call it after publishing at the end of a tick: otherwise the write waits for the end of
   * the next tick.
   */
  writeNow(): void
  /**
   * Makes a round trip to the server. True if it took less than 1 s: then everything that was sent before has arrived.
   */
  flush(): Promise<boolean>
  close(): Promise<void>
}

export type LinkOptions = ConnectOptions & {
  log: Logger
  /**
   * Called if the connection, a subscription of its services or a durable consumer ends for good without a `close`: the
   * process has to end.
   */
  onClosed?: () => void
}

export async function openLink(options: LinkOptions): Promise<Link> {
  const { log, onClosed } = options
  const connection = await openConnection(options)
  const inboxPrefix = inboxPrefixOf(options.user)
  const listeners = new Set<() => void>()
  let connected = true
  let closing = false
  const mux = createMux(connection, inboxPrefix, () => connected)

  if (!corkWrites(connection)) log.warn('NATS client internals changed, writes are not corked')
  void watchConnection(connection, log, {
    onDisconnect() {
      connected = false
      mux.failAll()
    },
    onReconnect() {
      connected = true
      corkWrites(connection)
      for (const listener of listeners) listener()
    },
    onPublishDenied: (subject) => mux.failSubject(subject),
  })
  void connection.closed().then((err) => {
    connected = false
    mux.failAll()
    if (closing) return
    log.error({ err: err ?? undefined }, 'NATS connection closed')
    onClosed?.()
  })

  return {
    connection,
    inboxPrefix,
    mux,
    jetstream: createJetStream(mux),
    log,
    get connected() {
      return connected
    },
    onReconnect(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    writeNow: () => writeNow(connection),
    async flush() {
      if (!connected) return false
      const arrived = connection.flush().then(
        () => true,
        () => false,
      )
      return withTimeLimit(roundTripTimeout, arrived, () => false)
    },
    async close() {
      closing = true
      mux.close()
      await connection.close()
    },
  }
}
