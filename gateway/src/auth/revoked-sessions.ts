import type { BusStreams } from '@kingcar/bus'
import { eventSubject, events } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { Value } from 'typebox/value'

/** Beyond the life of a token: clocks of two machines differ. */
const slackSeconds = 60

/** Sessions that ended while tokens of theirs may still be valid. */
export type EndedSessions = {
  has(sessionId: string): boolean
  /** Ends a session here, from this moment on. */
  end(sessionId: string): void
  /** Calls back for each session that ends. */
  onEnd(listener: (sessionId: string) => void): void
}

/** Remembers each session until the last of its access tokens has expired; none is dropped before, whatever their number. */
export function createEndedSessions(accessTokenSeconds: number): EndedSessions {
  const forgetAt = new Map<string, number>()
  const listeners: ((sessionId: string) => void)[] = []
  const forgetOld = () => {
    for (const [sessionId, at] of forgetAt) {
      if (at > Date.now()) return
      forgetAt.delete(sessionId)
    }
  }
  return {
    has: (sessionId) => forgetAt.has(sessionId),
    end(sessionId) {
      forgetOld()
      if (forgetAt.has(sessionId)) return
      forgetAt.set(sessionId, Date.now() + (accessTokenSeconds + slackSeconds) * 1_000)
      for (const listener of listeners) listener(sessionId)
    },
    onEnd: (listener) => void listeners.push(listener),
  }
}

/**
 * Follows the ends of sessions, from before the oldest token that is still valid, so that a gateway which starts later
 * knows of every logout. Resolves once it knows.
 */
export async function followEndedSessions(
  bus: Pick<BusStreams, 'follow'>,
  sessions: EndedSessions,
  accessTokenSeconds: number,
  log: Logger,
): Promise<void> {
  const since = new Date(Date.now() - (accessTokenSeconds + slackSeconds) * 1_000)
  await bus.follow(
    'EVENTS',
    { since },
    ({ data, sequence }) => {
      try {
        sessions.end(Value.Parse(events['member.sessionEnded'], JSON.parse(Buffer.from(data).toString())).sessionId)
      } catch (err) {
        log.error({ err, sequence }, 'unreadable event')
      }
    },
    [eventSubject('member.sessionEnded')],
  )
}
