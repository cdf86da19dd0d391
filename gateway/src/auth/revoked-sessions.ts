import type { BusStreams } from '@kingcar/bus'
import { eventSubject, events } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { Value } from 'typebox/value'

/** Subject at which version 0.1 published revocations: its tokens may still be valid. */
const subjectOfVersion01 = 'evt.member.sessionEnded'

/** Allowed difference between the clocks of two machines. */
const clockSkewSeconds = 60

/** Sessions that ended while their access tokens may still be valid. */
export type RevokedSessions = {
  has(sessionId: string): boolean
  /** Rejects the session's tokens on this gateway from now on. */
  revoke(sessionId: string): void
  onRevoked(listener: (sessionId: string) => void): void
}

/** Remembers each session until its last access token has expired. The number of sessions is not limited. */
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
 * Follows `member.sessionEnded`, starting before the oldest token that is still valid, so that a gateway that starts later
 * knows every logout. Resolves when the past events are read, with a function that is false while events may be missing after a
 * reconnect.
 */
export async function followRevokedSessions(
  bus: Pick<BusStreams, 'follow'>,
  sessions: RevokedSessions,
  accessTokenSeconds: number,
  log: Logger,
): Promise<() => boolean> {
  const since = new Date(Date.now() - (accessTokenSeconds + clockSkewSeconds) * 1_000)
  const revoke = ({ data, sequence }: { data: Uint8Array; sequence: number }) => {
    try {
      sessions.revoke(Value.Parse(events['member.sessionEnded'], JSON.parse(Buffer.from(data).toString())).sessionId)
    } catch (err) {
      log.error({ err, sequence }, 'invalid sessionEnded event ignored')
    }
  }
  const followers = await Promise.all([
    bus.follow('REVOCATIONS', { since }, revoke, [eventSubject('member.sessionEnded')]),
    bus.follow('EVENTS', { since }, revoke, [subjectOfVersion01]),
  ])
  return () => followers.every((follower) => follower.isCurrent())
}
