import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Logger, steadyNow } from '@kingcar/runtime'
import { connect, type NatsConnection, NatsError, type Status } from 'nats'

export type ConnectOptions = {
  /** One or more `host:port`, separated by commas; each prefixed with `tls://` if the server requires TLS. */
  url: string
  user: string
  /** Two passwords, separated by a comma, during a password rotation. */
  password: string
  /** Name of this process in the server's connection list. */
  name: string
}

export type ConnectionEvents = {
  onDisconnect(): void
  onReconnect(): void
  /** The server denied this user to publish to a subject. */
  onPublishDenied(subject: string): void
}

/** Time limit of the first connection, in ms. After it the process ends and its supervisor restarts it. */
const startTimeout = 30_000
/**
 * Delay between two connection attempts, in ms, with jitter. It is short because of a restart of nats-server: no device
 * can sign in until a process that answers auth callouts is connected.
 */
const reconnectDelay = () => 20 + Math.random() * 40
/** In ms. A server that has not answered the pings of three intervals counts as unreachable. */
const pingInterval = 2_000

/**
 * Picks a password at random for each attempt: during a rotation the next server may expect either of them. A fixed
 * order would fail: the client also goes through its servers in order, so that some pairs of server and password would
 * never be tried.
 */
const randomPassword = (passwords: readonly string[]) => passwords[Math.floor(Math.random() * passwords.length)] ?? ''

/** Private fields of the `nats` client; a release may rename them. No public API gives access to the socket. */
type Internals = { protocol?: { transport?: { socket?: Partial<Socket> } } }

/** The client's socket, or undefined if the client's private fields have changed. */
export function socketOf(connection: object): Socket | undefined {
  const socket = (connection as Internals).protocol?.transport?.socket
  const isSocket = [socket?.write, socket?.cork, socket?.uncork, socket?.destroy].every((f) => typeof f === 'function')
  return isSocket ? (socket as Socket) : undefined
}

/** The certificate names the machine's public host. On loopback only its signature is checked, not the host name. */
function tlsOf(url: string) {
  if (!url.startsWith('tls://')) return {}
  const loopback = url.split(',').every((server) => /^tls:\/\/(127\.|localhost:|\[::1\])/.test(server))
  return { tls: { handshakeFirst: false, ...(loopback ? { checkServerIdentity: () => undefined } : {}) } }
}

/** A user may subscribe only to replies under its own prefix. */
export const inboxPrefixOf = (user: string) => `_INBOX_${user}`

/**
 * Connects, and reconnects for ever. It also retries after an authorisation error, since a restarting server may have
 * loaded only half of its configuration.
 * @throws NatsError if the server rejects the only password, or no server accepts the connection within 30 s
 */
export async function openConnection({ url, user, password, name }: ConnectOptions): Promise<NatsConnection> {
  const until = steadyNow() + startTimeout
  const passwords = password.split(',')
  for (;;) {
    try {
      return await connect({
        servers: url.split(','),
        ...tlsOf(url),
        authenticator: () => ({ user, pass: randomPassword(passwords) }),
        name,
        inboxPrefix: inboxPrefixOf(user),
        // an Error object for each request costs 15 µs
        noAsyncTraces: true,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectDelayHandler: reconnectDelay,
        ignoreAuthErrorAbort: true,
        pingInterval,
        maxPingOut: 2,
      })
    } catch (cause) {
      const isFinal = passwords.length === 1 && cause instanceof NatsError && cause.isAuthError()
      if (isFinal || steadyNow() >= until) throw cause
      await wait(reconnectDelay())
    }
  }
}

/** Reports losses and errors of the connection; resolves when it is closed for good. */
export async function watchConnection(connection: NatsConnection, log: Logger, on: ConnectionEvents): Promise<void> {
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'disconnect':
        log.warn('NATS unreachable, reconnecting')
        on.onDisconnect()
        break
      case 'reconnect':
        log.info('NATS reconnected')
        on.onReconnect()
        break
      case 'staleConnection':
        // The client waits until its last bytes are written, which never happens if the server is frozen.
        socketOf(connection)?.destroy()
        break
      case 'error':
        reportError(status, log, on)
        break
    }
  }
}

function reportError({ data, permissionContext }: Status, log: Logger, { onPublishDenied }: ConnectionEvents): void {
  log.error({ fault: String(data), ...permissionContext }, 'NATS reported an error')
  if (permissionContext?.operation === 'publish') onPublishDenied(permissionContext.subject)
}
