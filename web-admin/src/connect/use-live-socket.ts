import { liveAddress, liveProtocols } from '@kingcar/client'
import type { liveClose } from '@kingcar/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Options } from 'react-use-websocket'
import { useWebSocket } from 'react-use-websocket/dist/lib/use-websocket'
import { listAppSettings, session } from '../api.ts'
import { liveHosts } from '../environment.ts'
import { SignedOutError } from '../session/session.ts'
import { heartbeat, type LinkState, retryDelay } from './link.ts'
import type { LiveStore } from './live-store.ts'

/*
 * The live socket of a screen that stands for months, around react-use-websocket and its habits:
 *
 * - It keeps only the last message of a rendering, so events are taken in `onMessage` and never become its state.
 * - It stops after its attempts; ours are endless, and slow down after as many. `online` and a page that is looked at
 *   again start over at once, by handing it a new address function.
 * - The address function runs before each attempt: there the token is renewed if need be, and the resume point added. It
 *   must not reject, because the library gives up then.
 * - A dead line stays CLOSING until the browser has waited for a farewell, a minute or so: we do not wait with it.
 * - It tells `onClose` of sockets that it has let go of itself; only the current one counts.
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

/** Close code of a session that ended; the compiler holds it to the contract's. */
const sessionEnded: (typeof liveClose)['sessionEnded'] = 4401

/** What is known of the last attempt when the next one starts. */
type Attempt = { token: string; sessionEnded: boolean; handshakeFailed: boolean; openedAt: number }

/** One store's visits alone, and names and plates masked by the server. */
export type LiveScope = { storeId?: string; mask?: boolean }

/** Keeps `store` fed and its link told for as long as the component stands; `signedOut` leads away when the session ends. */
export function useLiveSocket(store: LiveStore, scope: LiveScope, signedOut: () => void): void {
  const [round, setRound] = useState(0)
  const attempt = useRef<Attempt>({ token: '', sessionEnded: false, handshakeFailed: false, openedAt: 0 }).current
  const current = useRef<() => unknown>(() => null)
  const lastState = useRef<LinkState>(undefined)

  const report = useCallback(
    (state: LinkState) => {
      // Letting go of a closed socket makes the library say "closing" once more.
      if (state === lastState.current || (state === 'closing' && lastState.current === 'closed')) return
      lastState.current = state
      console.info(state)
      store.updateLink(state === 'connecting' ? { state, retryAt: null } : { state })
    },
    [store],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new function, which is what reconnects
  const address = useCallback(async () => {
    attempt.token = await tokenFor(attempt, signedOut)
    const after = store.resumeAfter()
    return liveAddress({ ...liveHosts, ...scope, ...(after === null ? {} : { after }) })
  }, [store, scope.storeId, scope.mask, attempt, signedOut, round])

  const options = useMemo(
    (): Options => ({
      get protocols() {
        return liveProtocols(attempt.token)
      },
      heartbeat,
      reconnectAttempts: Number.POSITIVE_INFINITY,
      shouldReconnect: () => true,
      reconnectInterval: (tried) => {
        const renewing = attempt.sessionEnded && Date.now() - attempt.openedAt > 1_000
        const delay = renewing ? Math.random() * 300 : retryDelay(tried, Math.random())
        store.updateLink({ attempt: tried + 1, retryAt: Date.now() + delay })
        return delay
      },
      filter: () => false,
      onMessage: (event) => store.take(event.data, session.serverNow()),
      onOpen: () => {
        Object.assign(attempt, { sessionEnded: false, handshakeFailed: false, openedAt: Date.now() })
        store.updateLink({ lostAt: null, wasOpen: true, attempt: 0, retryAt: null })
      },
      onClose: (event) => {
        if (event.target !== current.current()) return
        attempt.handshakeFailed = lastState.current === 'connecting'
        attempt.sessionEnded = event.code === sessionEnded
        store.updateLink({ lostAt: store.getState().link.lostAt ?? Date.now() })
        report('closed')
      },
    }),
    [store, attempt, report],
  )

  const { readyState, getWebSocket } = useWebSocket(address, options)
  current.current = getWebSocket

  useEffect(() => report(stateNames[readyState] ?? 'uninstantiated'), [readyState, report])

  useEffect(() => {
    const stateNow = () => getWebSocket()?.readyState
    const retry = () => {
      if (document.visibilityState === 'visible' && stateNow() !== WebSocket.OPEN) setRound((count) => count + 1)
    }
    const retryStuck = () => {
      if (stateNow() === WebSocket.CLOSING) setRound((count) => count + 1)
    }
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', retry)
    const watch = setInterval(retryStuck, 5_000)
    return () => {
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', retry)
      clearInterval(watch)
      const state = stateNow()
      if (state === WebSocket.OPEN || state === WebSocket.CONNECTING) report('closing')
    }
  }, [getWebSocket, report])
}

/** The token for the next attempt; never settles where the way leads to /login. */
async function tokenFor(last: Attempt, signedOut: () => void): Promise<string> {
  try {
    if (last.sessionEnded) return await session.renew(last.token)
    if (last.handshakeFailed) await listAppSettings()
    return await session.accessToken()
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) return last.token // the server is away: so will be its socket
    signedOut()
    return new Promise(() => {})
  }
}
