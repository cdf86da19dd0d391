import { connect, ErrorCode, headers, type Msg, type NatsConnection, NatsError } from 'nats'
import { backOff } from './back-off.ts'
import {
  acknowledgementTimeout,
  checkAcknowledgement,
  connectTimeout,
  keepConnected,
  type Link,
  type LinkOptions,
  reasonOf,
} from './link.ts'
import { type MessageKind, subjectOf } from './message.ts'

/**
 * Link over NATS. A read is sent as a request to the processes that store reads together, which is faster on the
 * server's disk. If there is no such process, or the server is of an earlier version, the stream itself stores the read
 * and replies. Without a reply, or with an `error`, the read may not be stored.
 */
export class NatsLink implements Link {
  readonly #options: LinkOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #connection: NatsConnection | undefined
  /** Rejects the pending requests when the connection is lost. */
  #loss = Promise.withResolvers<never>()
  #redials = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#loss.promise.catch(() => undefined) // no request waits yet
    this.#running = keepConnected(this.#closing.signal, (connected) => this.#runConnection(connected))
  }

  async sendRead(readId: string, text: string): Promise<void> {
    if (!this.#connection) throw new Error('Not connected.')
    const messageId = headers()
    messageId.set('Nats-Msg-Id', readId)
    const options = { timeout: acknowledgementTimeout, headers: messageId }
    const request = (kind: MessageKind): Promise<Msg> => {
      if (!this.#connection) throw new Error('Not connected.')
      return this.#connection.request(subjectOf(kind, this.#options.credentials), text, options)
    }
    const reply = request('ingest').catch((error) => (isMissing(error) ? request('read') : Promise.reject(error)))
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

  async #runConnection(connected: () => void): Promise<void> {
    const { onState } = this.#options
    try {
      const connection = await this.#connect()
      if (this.#closing.signal.aborted) return await connection.close()
      this.#connection = connection
      this.#subscribe(connection)
      connected()
      onState('online', '')
      await Promise.race([this.#follow(connection), connection.closed()]) // the status iterator does not end with the connection
      this.#connection = undefined
      this.#lose('The connection was closed.')
      onState('offline', 'The connection was closed.')
      void connection.close() // not awaited: it never finishes if the server hangs
    } catch (error) {
      onState(error instanceof NatsError && error.isAuthError() ? 'rejected' : 'offline', reasonOf(error))
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
      timeout: connectTimeout,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => backOff(this.#redials),
      ignoreAuthErrorAbort: true, // by default the client gives up after the second rejection
      pingInterval: 10_000,
      maxPingOut: 2,
    })
  }

  /** The client repeats the subscriptions when it reconnects. */
  #subscribe(connection: NatsConnection): void {
    const { credentials, gate } = this.#options
    if (!gate) return
    const hear = (kind: MessageKind, onText: (text: string) => void) =>
      connection.subscribe(subjectOf(kind, credentials), {
        callback: (error, message) => {
          if (!error) onText(message.string())
        },
      })
    hear('decision', (text) => gate.onDecision(text))
    hear('expected', (text) => gate.onExpectedPlates(text))
  }

  /** Reports the state of the client, which reconnects by itself, until the connection hangs. */
  async #follow(connection: NatsConnection): Promise<void> {
    const { onState } = this.#options
    for await (const { type, data, permissionContext } of connection.status()) {
      if (type === 'staleConnection') return
      if (type === 'reconnecting') this.#redials += 1
      if (type === 'error' && !permissionContext) onState('rejected', String(data))
      if (type === 'disconnect') {
        this.#lose('The connection was lost.')
        onState('offline', 'The connection was lost.')
      }
      if (type === 'reconnect') {
        this.#redials = 0
        onState('online', '')
      }
    }
  }

  #lose(reason: string): void {
    this.#loss.reject(new Error(reason))
    this.#loss = Promise.withResolvers()
    this.#loss.promise.catch(() => undefined)
  }
}

/** The errors for a subject without a subscriber, and for one that the server does not allow. */
const isMissing = (error: unknown) =>
  error instanceof NatsError &&
  [ErrorCode.NoResponders, ErrorCode.PermissionsViolation].some((code) => code === error.code)
