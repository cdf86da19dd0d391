import type { Bus } from '@kingcar/bus'
import { eventSubject, events } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { Value } from 'typebox/value'

/** Beyond the life of a token: clocks of two machines differ. */
const clockSkewSeconds = 60

/** Sessions that ended while tokens of theirs may still be valid. */
export type RevokedSessions = {
  has(sessionId: string): boolean
  /** Ends a session here, from this moment on. */
  revoke(sessionId: string): void
  /** Calls back for each session that ends. */
  onRevoked(listener: (sessionId: string) => void): void
}

/** Remembers each session until the last of its access tokens has expired; none is dropped before, whatever their number. */
export function createRevokedSessions(accessTokenSeconds: number): RevokedSessions {
  const forgetAt = new Map<string, number>()
  const listeners: ((sessionId: string) => void)[] = []
  const forgetExpired = () => {
    for (const [sessionId, at] of forgetAt) {
      if (at > Date.now()) return
      forgetAt.delete(sessionId)
    }
  }
  return {
    has: (sessionId) => forgetAt.has(sessionId),
    revoke(sessionId) {
      forgetExpired()
      if (forgetAt.has(sessionId)) return
      forgetAt.set(sessionId, Date.now() + (accessTokenSeconds + clockSkewSeconds) * 1_000)
      for (const listener of listeners) listener(sessionId)
    },
    onRevoked: (listener) => void listeners.push(listener),
  }
}

/**
 * Follows the ends of sessions, from before the oldest token that is still valid, so that a gateway which starts later
 * knows of every logout. Resolves once it knows.
 */
export async function followRevokedSessions(
  bus: Pick<Bus, 'follow'>,
  sessions: RevokedSessions,
  accessTokenSeconds: number,
  log: Logger,
): Promise<void> {
  const since = new Date(Date.now() - (accessTokenSeconds + clockSkewSeconds) * 1_000)
  await bus.follow(
    'EVENTS',
    { since },
    ({ data, sequence }) => {
      try {
        sessions.revoke(Value.Parse(events['member.sessionEnded'], JSON.parse(Buffer.from(data).toString())).sessionId)
      } catch (err) {
        log.error({ err, sequence }, 'unreadable event')
      }
    },
    [eventSubject('member.sessionEnded')],
  )
}
