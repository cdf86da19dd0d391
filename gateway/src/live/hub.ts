import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type BusSignals, type BusStreams, traceHeader } from '@kingcar/bus'
import { AppError, liveClose } from '@kingcar/contract'
import { beginSpan, isTracing, type Logger, type Span, steadyNow } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { EndedSessions } from '../auth/revoked-sessions.ts'
import { createArchive, take } from './archive.ts'
import { Connection, closePatience, type Source, type Viewer } from './connection.ts'
import { createChunks } from './frame-batches.ts'
import { createLiveMetrics } from './metrics.ts'
import { createRing, type RingLimits } from './ring.ts'
import { openScreens } from './screen-presence.ts'

/**
 * The live sockets. One follower of the stream VISITS fills a ring; each socket has a place in it and no queue of its
 * own. What one turn of the event loop brings is written once a socket, the same bytes to all who stand at the same
 * place. A reader who falls behind keeps its place until the ring passes it, and is then told of the gap. One who resumes
 * from before the ring reads the stream up to it.
 */
export type LiveHub = AsyncDisposable & {
  /** Lets the session open one more socket. Fails with RATE_LIMITED at its own bound, UNAVAILABLE when full or closed. */
  admit(sessionId: string): void
  /** Takes over an open socket. `after` undefined: from now on. */
  open(socket: WebSocket, stream: Socket, viewer: NewViewer): void
}

/** A viewer who may have seen nothing yet. */
export type NewViewer = Omit<Viewer, 'after' | 'resuming'> & {
  after: number | undefined
  /** Of the console that a screen runs. */
  version?: string | undefined
}

export type LiveOptions = {
  bus: Pick<BusStreams, 'follow' | 'range' | 'readAfter'> & Pick<BusSignals, 'send' | 'subscribe'>
  sessions: EndedSessions
  log: Logger
  metrics?: Registry
  limits?: RingLimits
  /** Milliseconds between two looks at each socket. */
  probeMilliseconds?: number
  /** Milliseconds between two words of each screen that is here. */
  screenMilliseconds?: number
  mostSockets: number
}

/**
 * Who comes back after less than this reads no stream: 40 seconds of a hundred visits a second. What is kept for longer
 * outlives V8's young generation, and costs many times its size until it is collected (npm run bench -- memory).
 */
const defaultLimits: RingLimits = { events: 4_000, bytes: 2 * 1024 * 1024 }
const mostOfSession = 5
/** Seconds until another try: dead sockets are looked for at about this pace. */
const retryAfter = 15

/** Resolves when the ring holds the end of the stream. */
export async function openLiveHub(options: LiveOptions): Promise<LiveHub> {
  const { bus, sessions, log, limits = defaultLimits, probeMilliseconds = 5_000, mostSockets } = options
  const { first, last } = await bus.range('VISITS')
  const start = Math.max(0, first - 1, last - limits.events)
  const ring = createRing(limits, start)
  const connections = new Set<Connection>()
  const metrics = options.metrics && createLiveMetrics(options.metrics, () => connections.size)
  const chunks = createChunks(ring, () => metrics?.gaps.inc())
  /** When the visits of this turn were stored. */
  const stored: number[] = []
  /** Of those that are traced. */
  const spans: Span[] = []
  const screens = openScreens(bus, options.screenMilliseconds)
  let scheduled = false
  let closed = false

  function flush(): void {
    scheduled = false
    for (const connection of connections) connection.pump()
    for (const storedAt of stored.splice(0)) metrics?.written(storedAt)
    for (const span of spans.splice(0)) span.end({ 'kingcar.sockets': connections.size })
    chunks.endTurn()
    archive.endTurn()
  }
  const wake = () => {
    if (!scheduled) setImmediate(flush)
    scheduled = true
  }
  const archive = createArchive({ bus, log, live: ring, wake })
  const source: Source = {
    get first() {
      return ring.first
    },
    get last() {
      return ring.last
    },
    next: (after, view, resuming) =>
      resuming && after + 1 < ring.first ? archive.next(after, view) : chunks.next(after, view),
    wake,
    onClosing: (why) => metrics?.closed(why),
  }

  const follower = await bus.follow('VISITS', { after: start }, (message) => {
    if (message.sequence <= ring.last) {
      ring.restart(message.sequence - 1)
      for (const connection of connections) connection.restart(message.sequence - 1)
    }
    take(ring, message, log)
    if (isTracing()) {
      const span = beginSpan('visit to screens', { kind: 'consumer', parent: message.header(traceHeader) })
      if (span) spans.push(span)
    }
    if (metrics && connections.size > 0) stored.push(message.storedAt)
    wake()
  })
  if (ring.last < last) ring.restart(last) // the rest expired while it was asked for

  sessions.onEnd((sessionId) => {
    for (const connection of connections) {
      if (connection.session.sessionId === sessionId) connection.close(liveClose.sessionEnded, 'session ended')
    }
  })
  const prober = setInterval(() => {
    for (const connection of connections) connection.probe()
    archive.tidy()
  }, probeMilliseconds)
  prober.unref()

  return {
    admit(sessionId) {
      if (closed) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // another gateway is there, or this one soon again
      let own = 0
      for (const connection of connections) if (connection.session.sessionId === sessionId) own += 1
      if (own >= mostOfSession) throw new AppError('RATE_LIMITED', { retryAfter })
      if (connections.size >= mostSockets) throw new AppError('UNAVAILABLE', { retryAfter })
    },
    open(socket, stream, viewer) {
      const resuming = viewer.after !== undefined
      const after = Math.min(viewer.after ?? ring.last, ring.last)
      const connection = new Connection(socket, stream, { ...viewer, after, resuming }, source)
      connections.add(connection)
      const leave =
        viewer.session.role === 'screen' ? screens.add(viewer.session.id, viewer.version, connection) : undefined
      socket.on('close', () => {
        connections.delete(connection)
        leave?.()
      })
      // It may have ended while the socket was being opened.
      if (sessions.has(viewer.session.sessionId)) connection.close(liveClose.sessionEnded, 'session ended')
      wake()
    },
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      clearInterval(prober)
      await follower.stop()
      screens[Symbol.dispose]()
      for (const connection of connections) connection.close(liveClose.restarting, 'restarting')
      for (const until = steadyNow() + closePatience; connections.size > 0 && steadyNow() < until; ) await wait(10)
    },
  }
}
