import type { Bus } from '@kingcar/bus'
import { eventSubject } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { RevokedSessions } from './revoked-sessions.ts'

/** Tells that an access token of a session's generation was accepted: its pair has reached the client. */
export type ReportSessionUse = (sessionId: string, generation: number) => void

export type SessionUseReporter = AsyncDisposable & { report: ReportSessionUse }

type Use = { readonly sessionId: string; readonly generation: number; published: boolean }

/** Sessions whose newest use is remembered. One forgotten is told again at its next use, which changes nothing. */
export const maxSessions = 50_000
/** Uses that are sent again in one go; the bus makes one write of them. */
const batchSize = 500
/** Milliseconds between attempts: well within the 30 seconds for which nobody asks whether a pair was used. */
const minRetryMilliseconds = 500
const maxRetryMilliseconds = 8_000

/**
 * Tells each generation once, beside the call and never in its way. Until it is told, the owner of sessions takes the
 * pair for one that never arrived and would answer a stolen refresh token with it. So what could not be stored is tried
 * again, all of it in one go, until it is, or the session ended, or a newer generation says more. A process that ends
 * forgets it: the next gateway tells the session's next use.
 */
export function openSessionUseReporter(
  bus: Pick<Bus, 'publish'>,
  sessions: RevokedSessions,
  log: Logger,
): SessionUseReporter {
  const newestUses = new Map<string, Use>()
  const inFlight = new Set<Promise<void>>()
  let retryMilliseconds = minRetryMilliseconds
  /** Set from the first failure until nothing is left to tell. */
  let retrying: NodeJS.Timeout | undefined
  let closed = false

  function track(work: Promise<void>): void {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }

  async function publish(uses: readonly Use[]): Promise<void> {
    const subject = eventSubject('gateway.sessionUsed')
    await bus.publish(
      uses.map(({ sessionId, generation }) => ({
        id: `${sessionId}:${generation}`,
        subject,
        payload: { sessionId, generation },
      })),
    )
    for (const use of uses) use.published = true
  }

  const unpublishedUses = () =>
    [...newestUses.values()].filter(({ published, sessionId }) => !published && !sessions.has(sessionId))

  async function publishFirst(use: Use): Promise<void> {
    try {
      await publish([use])
    } catch (err) {
      if (retrying || closed) return
      log.warn({ err }, 'use of a session not told, trying again')
      retryLater()
    }
  }

  function retryLater(): void {
    retrying = setTimeout(() => track(retry()), retryMilliseconds)
    retrying.unref()
  }

  async function retry(): Promise<void> {
    const uses = unpublishedUses()
    try {
      for (let at = 0; at < uses.length && !closed; at += batchSize) await publish(uses.slice(at, at + batchSize))
      retryMilliseconds = minRetryMilliseconds
    } catch (err) {
      retryMilliseconds = Math.min(2 * retryMilliseconds, maxRetryMilliseconds)
      log.debug({ err, uses: uses.length }, 'uses of sessions still not told')
    }
    retrying = undefined
    if (!closed && unpublishedUses().length > 0) retryLater()
  }

  return {
    report(sessionId, generation) {
      if (closed || (newestUses.get(sessionId)?.generation ?? 0) >= generation) return
      const oldest = newestUses.size >= maxSessions ? newestUses.keys().next().value : undefined
      if (oldest !== undefined) newestUses.delete(oldest)
      const use = { sessionId, generation, published: false }
      newestUses.set(sessionId, use)
      track(publishFirst(use))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retrying)
      await Promise.all(inFlight)
    },
  }
}
