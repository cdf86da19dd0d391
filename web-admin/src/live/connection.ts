import { liveAddress, liveProtocols } from '@kingcar/client'
import type { Options } from 'react-use-websocket'
import { attachListeners } from 'react-use-websocket/dist/lib/attach-listener'
import { session } from '../api/api.ts'
import { liveHosts } from '../api/hosts.ts'
import { type Attempt, noAttempt, prepareAttempt, replaced, sessionEnded } from './attempt.ts'
import { heartbeat, restartCode, retryDelay, type SocketState } from './connection-state.ts'
import type { LiveScope, LiveSink } from './live-sink.ts'
import { afterCheck, checkInterval, judgeLiveness, livenessAt } from './liveness.ts'

/*
 * The live socket of a screen that runs for months. Socket states, retries and heartbeat come from react-use-websocket,
 * but not its hook: the hook keeps only the last message of a rendering, renders immediately on every state change, and
 * does not report the state of a socket that it has released. Differences from the hook:
 *
 * - The library stops after its number of attempts. Here attempts never stop; they only slow down after that number. The
 *   `online` event, a page that becomes visible again and a dead connection (liveness.ts) reconnect immediately. There is
 *   never a second socket: each new attempt ends the previous one.
 * - Before each attempt the token is renewed if it has expired, and the sink gives the position to resume from.
 * - A dead socket stays CLOSING for about a minute, until the browser stops waiting for the close frame. The new attempt
 *   does not wait for that.
 *
 * The browser does not report why a handshake failed. Therefore the next attempt asks for the reason by an API call first: a
 * 401 means that the session has ended and leads to /login; at the session's maximum of sockets the user can take the place of
 * the oldest. When the session ends while the socket is open, the server closes the socket
 * with 4401: the token is exchanged and the socket opened again; when the exchange is refused, the user goes to /login.
 */

const stateNames: Record<number, SocketState> = {
  [-1]: 'uninstantiated',
  0: 'connecting',
  1: 'open',
  2: 'closing',
  3: 'closed',
}

/** Minimum milliseconds between attempts, however often the page becomes visible or the network recovers. */
const minAttemptInterval = 1_000

/** `replaceOldest`: closes the oldest socket if the session or its account has its maximum number. */
export type ReconnectOptions = { replaceOldest?: boolean }

export type LiveConnection = {
  /** Replaces the socket with a new one. */
  reconnect(options?: ReconnectOptions): void
  close(): void
}

export function openLive(sink: LiveSink, scope: LiveScope, signedOut: () => void): LiveConnection {
  const attempt: Attempt = { ...noAttempt }
  let liveness = livenessAt(Date.now())
  /** The current socket; null between two attempts. */
  let socket: WebSocket | null = null
  let detach = () => {}
  let ended = false
  let reported: SocketState | undefined
  /** The library's own counters. */
  const retryCount = { current: 0 }
  const lastMessageAt = { current: 0 }

  const report = (state: SocketState) => {
    // When a closed socket is detached, the library reports "closing" once more.
    if (state === reported || (state === 'closing' && reported === 'closed')) return
    reported = state
    console.info(state)
    sink.updateConnection(state === 'connecting' ? { state, retryAt: null } : { state })
  }
  const noteSignOfLife = () => {
    liveness = { ...liveness, receivedAt: Date.now() }
  }
  const isCurrent = ({ target }: Event) => target === socket
  const lostSince = () => sink.connection().lostAt ?? Date.now()

  const socketOptions: Options = {
    heartbeat,
    reconnectAttempts: Number.POSITIVE_INFINITY,
    shouldReconnect: (event) => !ended && isCurrent(event),
    reconnectInterval: (before) => {
      const renewing = attempt.closeCode === sessionEnded && Date.now() - attempt.openedAt > 1_000
      const delay = renewing ? Math.random() * 300 : retryDelay(before, Math.random(), attempt.restarting)
      sink.updateConnection({ attempt: before + 1, retryAt: Date.now() + delay })
      return delay
    },
    filter: () => false,
    onMessage: (event) => {
      if (!isCurrent(event)) return
      noteSignOfLife()
      sink.receive(event.data, session.serverNow())
    },
    onOpen: () => {
      noteSignOfLife()
      Object.assign(attempt, { closeCode: undefined, restarting: false, handshakeFailed: false, openedAt: Date.now() })
      sink.opened?.(attempt.resumes)
      sink.updateConnection({ lostAt: null, wasOpen: true, attempt: 0, retryAt: null, full: false })
    },
    onClose: (event) => {
      if (!isCurrent(event) || ended) return
      noteSignOfLife()
      attempt.handshakeFailed = reported === 'connecting'
      attempt.closeCode = event.code
      attempt.restarting ||= event.code === restartCode
      sink.updateConnection({ lostAt: lostSince(), ...(event.code === replaced && { full: true }) })
    },
  }

  let latestAttempt = 0
  async function connect(options: ReconnectOptions = {}): Promise<void> {
    latestAttempt += 1
    const thisAttempt = latestAttempt
    detach()
    socket = null
    attempt.startedAt = Date.now()
    const { token, full } = await prepareAttempt(attempt, signedOut)
    if (thisAttempt !== latestAttempt || ended) return
    attempt.token = token
    if (full !== sink.connection().full) sink.updateConnection({ full })
    const after = sink.resumeAfter()
    attempt.resumes = after !== null
    const address = liveAddress({ ...liveHosts, ...scope, ...options, ...(after === null ? {} : { after }) })
    const opening = new WebSocket(address, liveProtocols(attempt.token))
    socket = opening
    report('connecting')
    const setReadyState = (state: number) => {
      if (socket === opening) report(stateNames[state] ?? 'uninstantiated')
    }
    const setters = { setReadyState, setLastMessage: ignore }
    detach = attachListeners(
      opening,
      setters,
      { current: socketOptions },
      () => void connect(),
      retryCount,
      lastMessageAt,
      ignore,
    )
  }

  const reconnect = (options?: ReconnectOptions) => {
    sink.updateConnection({ lostAt: lostSince(), retryAt: null })
    void connect(options)
  }

  let later: ReturnType<typeof setTimeout> | undefined
  /** The network has recovered or the page is visible again: reconnects, or pings a socket that is still open. */
  const revive = () => {
    const now = Date.now()
    if (socket?.readyState !== WebSocket.OPEN) {
      const wait = Math.min(minAttemptInterval, attempt.startedAt + minAttemptInterval - now)
      clearTimeout(later)
      if (wait <= 0) reconnect()
      else later = setTimeout(() => socket?.readyState === WebSocket.CLOSED && revive(), wait)
    } else if (now - (liveness.pingedAt ?? 0) > checkInterval) {
      liveness = { ...liveness, pingedAt: now }
      socket.send(heartbeat.message)
    }
  }
  const online = () => {
    retryCount.current = 0
    revive()
  }
  const visibilityChanged = () => {
    if (document.visibilityState === 'visible') revive()
  }
  const check = () => {
    const now = Date.now()
    const verdict = judgeLiveness(liveness, now)
    liveness = afterCheck(liveness, verdict, now)
    if (verdict === 'stuck') sink.stuck?.()
    if (verdict !== 'fine' || socket?.readyState === WebSocket.CLOSING) reconnect()
  }

  void connect()
  window.addEventListener('online', online)
  document.addEventListener('visibilitychange', visibilityChanged)
  const timer = setInterval(check, checkInterval)
  return {
    reconnect,
    close: () => {
      ended = true
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', visibilityChanged)
      clearInterval(timer)
      clearTimeout(later)
      detach()
    },
  }
}

const ignore = () => {}
