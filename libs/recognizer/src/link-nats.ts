import { connect, headers, type NatsConnection, NatsError } from 'nats'
import { backOff } from './back-off.ts'
import {
  acknowledgementPatience,
  connectPatience,
  keepConnected,
  type Link,
  type LinkOptions,
  reasonOf,
} from './link.ts'
import { subjectOf } from './message.ts'

/**
 * NATS. A read is a request: the stream that stores it writes the reply. No reply, or one with an `error`, means that the
 * read may not be stored.
 */
export class NatsLink implements Link {
  readonly #options: LinkOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #connection: NatsConnection | undefined
  /** Rejects what waits for a reply when the connection that would bring it is lost. */
  #loss = Promise.withResolvers<never>()
  #redials = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#lose('') // nobody waits yet
    this.#running = keepConnected(this.#closing.signal, (connected) => this.#live(connected))
  }

  async sendRead(readId: string, text: string): Promise<void> {
    if (!this.#connection) throw new Error('There is no connection.')
    const messageId = headers()
    messageId.set('Nats-Msg-Id', readId)
    const options = { timeout: acknowledgementPatience, headers: messageId }
    const reply = this.#connection.request(subjectOf('read', this.#options.credentials), text, options)
    checkAcknowledgement((await Promise.race([reply, this.#loss.promise])).json())
  }

  sendHeartbeat(text: string): void {
    this.#connection?.publish(subjectOf('heartbeat', this.#options.credentials), text)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.close()
    await this.#running
  }

  async #live(connected: () => void): Promise<void> {
    const { onState } = this.#options
    try {
      const connection = await this.#connect()
      if (this.#closing.signal.aborted) return await connection.close()
      this.#connection = connection
      connected()
      onState('online', '')
      await Promise.race([this.#follow(connection), connection.closed()]) // its statuses do not end with it
      this.#connection = undefined
      this.#lose('The connection was closed.')
      onState('away', 'The connection was closed.')
      void connection.close() // not waited for: a server that hangs never lets it finish
    } catch (error) {
      onState(error instanceof NatsError && error.isAuthError() ? 'refused' : 'away', reasonOf(error))
    }
  }

  #connect(): Promise<NatsConnection> {
    const { server, ca, credentials } = this.#options
    return connect({
      servers: server,
      ...(server.startsWith('tls://') ? { tls: ca === undefined ? {} : { ca } } : {}),
      user: credentials.deviceId,
      pass: credentials.secret,
      name: `recognizer ${credentials.deviceId}`,
      timeout: connectPatience,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => backOff(this.#redials),
      ignoreAuthErrorAbort: true, // else it gives up after the second refusal
      pingInterval: 10_000,
      maxPingOut: 2,
    })
  }

  /** Tells how the client fares, which reconnects by itself, until it hangs. */
  async #follow(connection: NatsConnection): Promise<void> {
    const { onState } = this.#options
    for await (const { type, data, permissionContext } of connection.status()) {
      if (type === 'staleConnection') return
      if (type === 'reconnecting') this.#redials += 1
      if (type === 'error' && !permissionContext) onState('refused', String(data))
      if (type === 'disconnect') {
        this.#lose('The connection was lost.')
        onState('away', 'The connection was lost.')
      }
      if (type === 'reconnect') {
        this.#redials = 0
        onState('online', '')
      }
    }
  }

  #lose(reason: string): void {
    this.#loss.promise.catch(() => undefined) // it may be that nobody waits
    this.#loss.reject(new Error(reason))
    this.#loss = Promise.withResolvers()
    this.#loss.promise.catch(() => undefined)
  }
}

/** JetStream's answer to a message: `{stream, seq}` where it is stored, `{error}` where not. */
function checkAcknowledgement(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) throw new Error('The answer is no acknowledgement.')
  if ('error' in reply) throw new Error(`The read was not stored: ${JSON.stringify(reply.error)}`)
  if (!('stream' in reply && 'seq' in reply)) throw new Error('The answer is no acknowledgement.')
}
