import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Admins, type BusSignals, type BusStreams, type Settings, traceHeader } from '@kingcar/bus'
import { type AdminGrant, AppError, liveClose } from '@kingcar/contract'
import { beginSpan, isTracing, type Logger, type Span, steadyNow } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Session } from '../auth/access-tokens.ts'
import { lacksSecondFactor } from '../auth/admin-rights.ts'
import type { RevokedSessions } from '../auth/revoked-sessions.ts'
import { createArchive, pushVisit } from './archive.ts'
import { Connection, closeMilliseconds, type Viewer, type VisitSource } from './connection.ts'
import { createFrameBatches } from './frame-batches.ts'
import { createLiveMetrics } from './metrics.ts'
import { createRing, type RingLimits } from './ring.ts'
import { openScreenPresence } from './screen-presence.ts'

/**
 * The live sockets. One follower of the stream VISITS fills a ring. Each socket has a position in the ring and no queue
 * of its own. The events of one iteration of the event loop become one write per socket, with the same bytes for all
 * sockets at the same position. A slow client keeps its position until the ring overtakes it, and then gets a gap. A
 * client that resumes from before the ring gets older events from the stream.
 */
export type LiveHub = AsyncDisposable & {
  /**
   * Checks that the session may open another socket. With `replaceOldest` the oldest one is closed at the limit of the session or
   * of its account.
   * @throws RATE_LIMITED at the limit of the session or of its account, UNAVAILABLE when full or closed
   */
  admit(session: Pick<Session, 'id' | 'sessionId'>, replaceOldest: boolean): void
  /** Takes over an open socket. Without `after` it gets only new events. */
  open(socket: WebSocket, stream: Socket, viewer: NewViewer): void
}

/** A viewer that may not have received any event yet. */
export type NewViewer = Omit<Viewer, 'after' | 'resuming'> & {
  after: number | undefined
  /** Version of the console that the screen runs. */
  version?: string | undefined
}

export type LiveOptions = {
  bus: Pick<BusStreams, 'follow' | 'range' | 'readAfter'> & Pick<BusSignals, 'send' | 'subscribe'>
  revokedSessions: RevokedSessions
  admins: Pick<Admins, 'find' | 'onChange'>
  settings: Pick<Settings, 'get' | 'onChange'>
  log: Logger
  metrics?: Registry
  limits?: RingLimits
  /** Milliseconds between two probes of each socket. */
  probeMilliseconds?: number
  /** Milliseconds between two presence reports of each connected screen. */
  presenceMilliseconds?: number
  maxSockets: number
}

/**
 * A client that reconnects within this window needs no stream read: 40 seconds at a hundred visits per second. Entries
 * that live longer leave V8's young generation and cost many times their size until collected (npm run bench -- memory).
 */
const defaultLimits: RingLimits = { events: 4_000, bytes: 2 * 1024 * 1024 }
const maxSocketsPerSession = 5
const sessionFull = {
  path: 'session',
  ko: `실시간 연결은 로그인 하나에 ${maxSocketsPerSession}개까지예요.`,
  en: `A session can have ${maxSocketsPerSession} live WebSockets.`,
}
/** An account with many sessions leaves room for others. The path is that of a session, at which clients offer to replace one. */
const accountFull = (limit: number) => ({
  path: 'session',
  ko: `실시간 연결은 계정 하나에 ${limit.toLocaleString('ko')}개까지예요.`,
  en: `An account can have ${limit.toLocaleString('en')} live WebSockets of a gateway.`,
})
/** About the time in which dead sockets are found. */
const retryAfterSeconds = 15

/** Resolves when the ring has caught up with the end of the stream. */
export async function openLiveHub(options: LiveOptions): Promise<LiveHub> {
  const { bus, revokedSessions, admins, settings, log, maxSockets } = options
  const { limits = defaultLimits, probeMilliseconds = 5_000 } = options
  const maxSocketsPerAccount = Math.max(maxSocketsPerSession, Math.floor(maxSockets / 2))
  const { first, last } = await bus.range('VISITS')
  const start = Math.max(0, first - 1, last - limits.events)
  const ring = createRing(limits, start)
  const connections = new Set<Connection>()
  const metrics = options.metrics && createLiveMetrics(options.metrics, () => connections.size)
  const batches = createFrameBatches(ring, () => metrics?.gaps.inc())
  /** Storage times of the visits that the next flush writes. */
  const stored: number[] = []
  /** Spans of those visits that are traced. */
  const spans: Span[] = []
  const presence = openScreenPresence(bus, options.presenceMilliseconds)
  let scheduled = false
  let closed = false

  function flush(): void {
    scheduled = false
    for (const connection of connections) connection.pump()
    for (const storedAt of stored.splice(0)) metrics?.written(storedAt)
    for (const span of spans.splice(0)) span.end({ 'kingcar.sockets': connections.size })
    batches.endTick()
    archive.endTick()
  }
  const wake = () => {
    if (!scheduled) setImmediate(flush)
    scheduled = true
  }
  const archive = createArchive({ bus, log, ring, wake })
  const source: VisitSource = {
    get first() {
      return ring.first
    },
    get last() {
      return ring.last
    },
    next: (after, view, resuming) =>
      resuming && after + 1 < ring.first ? archive.next(after, view) : batches.next(after, view),
    wake,
    onClosing: (why) => metrics?.closed(why),
  }

  const follower = await bus.follow('VISITS', { after: start }, (message) => {
    if (message.sequence <= ring.last) {
      ring.restart(message.sequence - 1)
      for (const connection of connections) connection.restart(message.sequence - 1)
    }
    pushVisit(ring, message, log)
    if (isTracing()) {
      const span = beginSpan('visit to screens', { kind: 'consumer', parent: message.header(traceHeader) })
      if (span) spans.push(span)
    }
    if (metrics && connections.size > 0) stored.push(message.storedAt)
    wake()
  })
  if (ring.last < last) ring.restart(last) // the missing messages have expired in the meantime

  revokedSessions.onRevoked((sessionId) => {
    for (const connection of connections) {
      if (connection.session.sessionId === sessionId) connection.close(liveClose.sessionEnded, 'session ended')
    }
  })
  admins.onChange(({ adminId }) => {
    for (const connection of connections) if (connection.rights?.adminId === adminId) closeIfOutdated(connection)
  })
  settings.onChange((key) => {
    if (key.startsWith('secondFactor.')) for (const connection of connections) closeIfOutdated(connection)
  })
  /** Closes the socket of an administrator or API key who could not open it any more, or would see other visits. */
  function closeIfOutdated(connection: Connection): void {
    const { rights, session } = connection
    const grant = rights && admins.find(rights.adminId)
    if (!grant) return
    const { secretHash, expiresAt } = session
    const secret = grant.secrets?.find(({ hash }) => hash === secretHash)
    const isReplaced = secretHash !== undefined && !secret
    const isOutdated = isReplaced || !isDeepStrictEqual(rightsOf(rights), rightsOf(grant))
    if (isOutdated || lacksSecondFactor(grant, settings)) connection.close(liveClose.rightsChanged, 'rights changed')
    else if (secret) connection.expireAt(Math.min(expiresAt, secret.until)) // the previous secret of a rotated key works until then
  }
  // Without the probes a socket whose network is gone stays open. Without sockets a probe costs nothing.
  const prober = setInterval(() => {
    for (const connection of connections) connection.probe()
    archive.evictUnused()
  }, probeMilliseconds)
  prober.unref()

  return {
    admit({ id, sessionId }, replaceOldest) {
      if (closed) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // another gateway is available, or this one is restarting
      // The set has the oldest first. A socket that is closing stays in it until its client has agreed.
      const ofAccount = [...connections].filter(({ session, isOpen }) => isOpen && session.id === id)
      const own = ofAccount.filter(({ session }) => session.sessionId === sessionId)
      const isSessionFull = own.length >= maxSocketsPerSession
      if (isSessionFull || ofAccount.length >= maxSocketsPerAccount) {
        const details = [isSessionFull ? sessionFull : accountFull(maxSocketsPerAccount)]
        if (!replaceOldest) throw new AppError('RATE_LIMITED', { retryAfter: retryAfterSeconds, details })
        const [oldest] = isSessionFull ? own : ofAccount
        oldest?.close(liveClose.replaced, 'replaced')
      }
      if (connections.size >= maxSockets) throw new AppError('UNAVAILABLE', { retryAfter: retryAfterSeconds })
    },
    open(socket, stream, viewer) {
      const resuming = viewer.after !== undefined
      const after = Math.min(viewer.after ?? ring.last, ring.last)
      const connection = new Connection(socket, stream, { ...viewer, after, resuming }, source)
      connections.add(connection)
      const leave =
        viewer.session.role === 'screen' ? presence.add(viewer.session.id, viewer.version, connection) : undefined
      socket.on('close', () => {
        connections.delete(connection)
        leave?.()
      })
      // The session may have been revoked, or the rights changed, while the socket was opening.
      if (revokedSessions.has(viewer.session.sessionId)) connection.close(liveClose.sessionEnded, 'session ended')
      closeIfOutdated(connection)
      wake()
    },
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      clearInterval(prober)
      await follower.stop()
      presence[Symbol.dispose]()
      for (const connection of connections) connection.close(liveClose.restarting, 'restarting')
      for (const until = steadyNow() + closeMilliseconds; connections.size > 0 && steadyNow() < until; ) await wait(10)
    },
  }
}

const rightsOf = ({ adminRole, storeIds, permissions }: AdminGrant) => ({ adminRole, storeIds, permissions })
