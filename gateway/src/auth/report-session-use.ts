import type { BusStreams } from '@kingcar/bus'
import { eventSubject } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { EndedSessions } from './revoked-sessions.ts'

/** Tells that an access token of a session's generation was accepted: its pair has reached the client. */
export type SessionUse = (sessionId: string, generation: number) => void

export type SessionUses = AsyncDisposable & { note: SessionUse }

type Use = { readonly sessionId: string; readonly generation: number; stored: boolean }

/** Sessions whose newest use is remembered. One forgotten is told again at its next use, which changes nothing. */
export const mostRemembered = 50_000
/** Uses that are sent again in one go; the bus makes one write of them. */
const mostAtOnce = 500
/** Milliseconds between attempts: well within the 30 seconds for which nobody asks whether a pair was used. */
const shortestPause = 500
const longestPause = 8_000

/**
 * Tells each generation once, beside the call and never in its way. Until it is told, the owner of sessions takes the
 * pair for one that never arrived and would answer a stolen refresh token with it. So what could not be stored is tried
 * again, all of it in one go, until it is, or the session ended, or a newer generation says more. A process that ends
 * forgets it: the next gateway tells the session's next use.
 */
export function openSessionUses(bus: Pick<BusStreams, 'publish'>, sessions: EndedSessions, log: Logger): SessionUses {
  const newest = new Map<string, Use>()
  const inFlight = new Set<Promise<void>>()
  let pause = shortestPause
  /** Set from the first failure until nothing is left to tell. */
  let retrying: NodeJS.Timeout | undefined
  let closed = false

  function begin(work: Promise<void>): void {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }

  async function store(uses: readonly Use[]): Promise<void> {
    const subject = eventSubject('gateway.sessionUsed')
    await bus.publish(
      uses.map(({ sessionId, generation }) => ({
        id: `${sessionId}:${generation}`,
        subject,
        payload: { sessionId, generation },
      })),
    )
    for (const use of uses) use.stored = true
  }

  const untold = () => [...newest.values()].filter(({ stored, sessionId }) => !stored && !sessions.has(sessionId))

  async function tell(use: Use): Promise<void> {
    try {
      await store([use])
    } catch (err) {
      if (retrying || closed) return
      log.warn({ err }, 'use of a session not told, trying again')
      retryLater()
    }
  }

  function retryLater(): void {
    retrying = setTimeout(() => begin(retry()), pause)
    retrying.unref()
  }

  async function retry(): Promise<void> {
    const uses = untold()
    try {
      for (let at = 0; at < uses.length && !closed; at += mostAtOnce) await store(uses.slice(at, at + mostAtOnce))
      pause = shortestPause
    } catch (err) {
      pause = Math.min(2 * pause, longestPause)
      log.debug({ err, uses: uses.length }, 'uses of sessions still not told')
    }
    retrying = undefined
    if (!closed && untold().length > 0) retryLater()
  }

  return {
    note(sessionId, generation) {
      if (closed || (newest.get(sessionId)?.generation ?? 0) >= generation) return
      const oldest = newest.size >= mostRemembered ? newest.keys().next().value : undefined
      if (oldest !== undefined) newest.delete(oldest)
      const use = { sessionId, generation, stored: false }
      newest.set(sessionId, use)
      begin(tell(use))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retrying)
      await Promise.all(inFlight)
    },
  }
}
