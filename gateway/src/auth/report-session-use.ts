import type { BusStreams } from '@kingcar/bus'
import { eventSubject } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { RevokedSessions } from './revoked-sessions.ts'

/** Reports that an access token of this session and generation was accepted: its token pair has reached the client. */
export type ReportSessionUse = (sessionId: string, generation: number) => void

export type SessionUseReporter = AsyncDisposable & { report: ReportSessionUse }

type Use = { readonly sessionId: string; readonly generation: number; published: boolean }

/**
 * Number of sessions whose latest use is remembered. A forgotten use is published again with the next one, which is
 * harmless.
 */
export const maxSessions = 50_000
/** Uses in one retry batch, which the bus sends as one write. */
const batchSize = 500
/**
 * Backoff of retries: well below the 30 seconds in which the session service does not check whether a pair was used.
 */
const minRetryMilliseconds = 500
const maxRetryMilliseconds = 8_000

/**
 * Publishes the first use of each generation as an event, without delaying the call. Until the session service gets it,
 * that service assumes that the client never received the token pair, and would return the pair for a stolen refresh
 * token. Failed publishes are therefore retried in batches, until they succeed, the session is revoked, or a newer
 * generation is used. A stopped process forgets them; the next gateway reports the session's next use.
 */
export function openSessionUseReporter(
  bus: Pick<BusStreams, 'publish'>,
  sessions: RevokedSessions,
  log: Logger,
): SessionUseReporter {
  const newestUses = new Map<string, Use>()
  const inFlight = new Set<Promise<void>>()
  let retryMilliseconds = minRetryMilliseconds
  /** Set from the first failure until every use is published. */
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
      log.warn({ err }, 'session use publish failed, retrying')
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
      log.debug({ err, uses: uses.length }, 'session use publish still failing')
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
