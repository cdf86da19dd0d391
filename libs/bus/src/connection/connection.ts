import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Logger, steadyNow } from '@kingcar/runtime'
import { connect, type NatsConnection, NatsError, type Status } from 'nats'

export type ConnectOptions = {
  /** Host and port, or several separated by commas; each with `tls://` before it where the server asks for TLS. */
  url: string
  user: string
  /** Two, with a comma between, while it is changed. */
  password: string
  /** Name of this process, seen in the server's connection list. */
  name: string
}

export type ConnectionEvents = {
  onDisconnect(): void
  onReconnect(): void
  /** The server does not let this user publish to a subject. */
  onPublishDenied(subject: string): void
}

/** How long the first connection is tried for, in ms; then whoever started us starts us again. */
const startPatience = 30_000
/**
 * Between two tries to connect, in ms: so soon that we are there before the first device after a restart of the server,
 * which only we can let in, and spread a little.
 */
const reconnectDelay = () => 20 + Math.random() * 40
/** A server that answers no ping for three of these (ms) counts as away. */
const pingInterval = 2_000

/**
 * One of the passwords, anew for each try: while a password is changed, nobody knows which of them the next server wants. By
 * chance, since the client goes round its servers, and in step with them some pair would never come about.
 */
const anyOf = (passwords: readonly string[]) => passwords[Math.floor(Math.random() * passwords.length)] ?? ''

/** The private fields that hold the client's socket; they may be renamed in any release. */
type Internals = { protocol?: { transport?: { socket?: Partial<Socket> } } }

/** The client's socket, or undefined where its inside looks different. */
export function socketOf(connection: object): Socket | undefined {
  const socket = (connection as Internals).protocol?.transport?.socket
  const isSocket = [socket?.write, socket?.cork, socket?.uncork, socket?.destroy].every((f) => typeof f === 'function')
  return isSocket ? (socket as Socket) : undefined
}

/** A certificate names this machine for others: on its own loopback address only the signature is checked. */
function tlsOf(url: string) {
  if (!url.startsWith('tls://')) return {}
  const loopback = url.split(',').every((server) => /^tls:\/\/(127\.|localhost:|\[::1\])/.test(server))
  return { tls: { handshakeFirst: false, ...(loopback ? { checkServerIdentity: () => undefined } : {}) } }
}

/** Each user hears replies below its own prefix alone. */
export const inboxPrefixOf = (user: string) => `_INBOX_${user}`

/**
 * Connects, and reconnects for ever: also after an authorisation error, since the server may have been started anew with
 * half of its configuration.
 * @throws NatsError when the server refuses us, or none answers for 30 s
 */
export async function openConnection({ url, user, password, name }: ConnectOptions): Promise<NatsConnection> {
  const until = steadyNow() + startPatience
  const passwords = password.split(',')
  for (;;) {
    try {
      return await connect({
        servers: url.split(','),
        ...tlsOf(url),
        authenticator: () => ({ user, pass: anyOf(passwords) }),
        name,
        inboxPrefix: inboxPrefixOf(user),
        // an Error for each request would cost 15 µs
        noAsyncTraces: true,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectDelayHandler: reconnectDelay,
        ignoreAuthErrorAbort: true,
        pingInterval,
        maxPingOut: 2,
      })
    } catch (cause) {
      const refused = passwords.length === 1 && cause instanceof NatsError && cause.isAuthError()
      if (refused || steadyNow() >= until) throw cause
      await wait(reconnectDelay())
    }
  }
}

/** Tells of losses; resolves when the connection is closed for good. */
export async function watchConnection(connection: NatsConnection, log: Logger, on: ConnectionEvents): Promise<void> {
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'disconnect':
        log.warn('bus is away')
        on.onDisconnect()
        break
      case 'reconnect':
        log.info('bus is back')
        on.onReconnect()
        break
      case 'staleConnection':
        // The client waits for its last bytes to be written, which a frozen server never lets happen.
        socketOf(connection)?.destroy()
        break
      case 'error':
        reportRefusal(status, log, on)
        break
    }
  }
}

function reportRefusal({ data, permissionContext }: Status, log: Logger, { onPublishDenied }: ConnectionEvents): void {
  log.error({ fault: String(data), ...permissionContext }, 'bus refused')
  if (permissionContext?.operation === 'publish') onPublishDenied(permissionContext.subject)
}
