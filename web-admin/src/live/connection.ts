import { liveAddress, liveProtocols } from '@kingcar/client'
import type { Options } from 'react-use-websocket'
import { attachListeners } from 'react-use-websocket/dist/lib/attach-listener'
import { session } from '../api/api.ts'
import { liveHosts } from '../api/hosts.ts'
import { type Attempt, noAttempt, sessionEnded, tokenFor } from './attempt.ts'
import { heartbeat, type LinkState, restartCode, retryDelay } from './connection-state.ts'
import type { LiveScope, LiveSink } from './live-sink.ts'
import { judge, lineAt, lookEvery, looked } from './liveness.ts'

/*
 * The live socket of a screen that stands for months. States, retries and heartbeat are those of react-use-websocket. Its
 * hook is not for us: it keeps only the last message of a rendering, renders at once with every state, and says nothing
 * of a socket that it has let go of. What it does to a socket is all the same here:
 *
 * - Its retries end after its attempts; ours are endless, and slow down after as many. `online`, a page that is looked at
 *   again and a line that went dead (line.ts) start over at once. There is never a second socket: whatever starts an
 *   attempt ends the one before.
 * - Before each attempt the token is renewed if need be, and the resume point is asked for.
 * - A dead line stays CLOSING until the browser has waited for a farewell, a minute or so: we do not wait with it.
 *
 * The browser does not say why a handshake failed. A session that has ended is found out by a call before the next try:
 * its 401 leads to /login. A session that ends while the socket is open closes it with 4401: the token is exchanged and
 * the socket opened again, or, when the exchange is refused, /login.
 */

const stateNames: Record<number, LinkState> = {
  [-1]: 'uninstantiated',
  0: 'connecting',
  1: 'open',
  2: 'closing',
  3: 'closed',
}

/** Milliseconds between attempts, however often the page is looked at and the network comes back. */
const breath = 1_000

export type LiveConnection = {
  /** Opens a new socket in place of the one there is. */
  reconnect(): void
  close(): void
}

export function openLive(sink: LiveSink, scope: LiveScope, signedOut: () => void): LiveConnection {
  const attempt: Attempt = { ...noAttempt }
  let line = lineAt(Date.now())
  /** The only one that counts; null between two. */
  let socket: WebSocket | null = null
  let detach = () => {}
  let ended = false
  let reported: LinkState | undefined
  /** Counters of the library's. */
  const tried = { current: 0 }
  const messageAt = { current: 0 }

  const report = (state: LinkState) => {
    // Letting go of a closed socket makes the library say "closing" once more.
    if (state === reported || (state === 'closing' && reported === 'closed')) return
    reported = state
    console.info(state)
    sink.updateLink(state === 'connecting' ? { state, retryAt: null } : { state })
  }
  const heard = () => {
    line = { ...line, heardAt: Date.now() }
  }
  const isOurs = ({ target }: Event) => target === socket
  const lost = () => sink.link().lostAt ?? Date.now()

  const options: Options = {
    heartbeat,
    reconnectAttempts: Number.POSITIVE_INFINITY,
    shouldReconnect: (event) => !ended && isOurs(event),
    reconnectInterval: (before) => {
      const renewing = attempt.closeCode === sessionEnded && Date.now() - attempt.openedAt > 1_000
      const delay = renewing ? Math.random() * 300 : retryDelay(before, Math.random(), attempt.restarting)
      sink.updateLink({ attempt: before + 1, retryAt: Date.now() + delay })
      return delay
    },
    filter: () => false,
    onMessage: (event) => {
      if (!isOurs(event)) return
      heard()
      sink.take(event.data, session.serverNow())
    },
    onOpen: () => {
      heard()
      Object.assign(attempt, { closeCode: undefined, restarting: false, handshakeFailed: false, openedAt: Date.now() })
      sink.opened?.(attempt.resumes)
      sink.updateLink({ lostAt: null, wasOpen: true, attempt: 0, retryAt: null })
    },
    onClose: (event) => {
      if (!isOurs(event) || ended) return
      heard()
      attempt.handshakeFailed = reported === 'connecting'
      attempt.closeCode = event.code
      attempt.restarting ||= event.code === restartCode
      sink.updateLink({ lostAt: lost() })
    },
  }

  let newest = 0
  async function connect(): Promise<void> {
    newest += 1
    const turn = newest
    detach()
    socket = null
    attempt.startedAt = Date.now()
    attempt.token = await tokenFor(attempt, signedOut)
    if (turn !== newest || ended) return
    const after = sink.resumeAfter()
    attempt.resumes = after !== null
    const address = liveAddress({ ...liveHosts, ...scope, ...(after === null ? {} : { after }) })
    const opening = new WebSocket(address, liveProtocols(attempt.token))
    socket = opening
    report('connecting')
    const setReadyState = (state: number) => {
      if (socket === opening) report(stateNames[state] ?? 'uninstantiated')
    }
    const setters = { setReadyState, setLastMessage: ignore }
    detach = attachListeners(opening, setters, { current: options }, () => void connect(), tried, messageAt, ignore)
  }

  const reconnect = () => {
    sink.updateLink({ lostAt: lost(), retryAt: null })
    void connect()
  }

  let later: ReturnType<typeof setTimeout> | undefined
  /** The network or the viewer is back: connects, or asks an open line whether it lives. */
  const revive = () => {
    const now = Date.now()
    if (socket?.readyState !== WebSocket.OPEN) {
      const wait = Math.min(breath, attempt.startedAt + breath - now)
      clearTimeout(later)
      if (wait <= 0) reconnect()
      else later = setTimeout(() => socket?.readyState === WebSocket.CLOSED && revive(), wait)
    } else if (now - (line.askedAt ?? 0) > lookEvery) {
      line = { ...line, askedAt: now }
      socket.send(heartbeat.message)
    }
  }
  const online = () => {
    tried.current = 0
    revive()
  }
  const seen = () => {
    if (document.visibilityState === 'visible') revive()
  }
  const look = () => {
    const now = Date.now()
    const verdict = judge(line, now)
    line = looked(line, verdict, now)
    if (verdict === 'stuck') sink.stuck?.()
    if (verdict !== 'fine' || socket?.readyState === WebSocket.CLOSING) reconnect()
  }

  void connect()
  window.addEventListener('online', online)
  document.addEventListener('visibilitychange', seen)
  const watch = setInterval(look, lookEvery)
  return {
    reconnect,
    close: () => {
      ended = true
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', seen)
      clearInterval(watch)
      clearTimeout(later)
      detach()
    },
  }
}

const ignore = () => {}
