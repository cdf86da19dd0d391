import type { ErrorCode } from '@kingcar/contract'

/*
 * Refresh-token rotation.
 *
 * A session counts its generations. Each reissue with the current token makes the next generation; its pair is derived
 * from (session, generation), so that it can be given out again, byte for byte. The token of the generation before is
 * answered with the current pair when that pair may not have arrived: within 30 seconds (a lost answer, two tabs), or
 * for as long as the pair was never used. Any older token, or the one before once its successor is in use, can only
 * come from a copy of the session: it ends.
 *
 * "Used" means that one of the pair's tokens was presented. Of the refresh token this service knows by itself, since
 * presenting it makes the next generation; of the access token the gateways tell, once for each generation, with the
 * event `gateway.sessionUsed`. The event may be late by a moment, which lies within the 30 seconds.
 *
 * A wall screen has no such end of grace. Its browser writes a pair down seconds after it came, and by then it is used: when
 * the power goes in between, the screen comes back with the pair before and nobody to sign it in. So that one is answered
 * with the current pair until this has been renewed in its turn. Whoever else holds it gets no further than the screen
 * itself, and ends the session with the first token that is older.
 */

export type Session = {
  /** Generation of the current pair, from 1. */
  generation: number
  /** When the current access token was issued. */
  issuedAt: Date
  /** When the current generation was made. */
  rotatedAt: Date
  /** Whether a token of the current pair was presented. */
  pairUsed: boolean
  expiresAt: Date
  createdAt: Date
  endedAt: Date | null
}

export type Rotation =
  | { outcome: 'pair'; session: Session }
  | { outcome: 'end'; code: Extract<ErrorCode, 'REFRESH_REUSED'> }
  | { outcome: 'refuse'; code: Extract<ErrorCode, 'REFRESH_INVALID'> }

/** Lifetimes of what a session gives out. */
export type Lifetimes = {
  accessMs: number
  /** How long a session goes on after its last use. */
  refreshMs: number
  /** How long it goes on in all, however often it is used. */
  wholeMs: number
  /** How long the previous refresh token is answered with the current pair, used or not. */
  graceMs: number
}

export function startSession(now: Date, lifetimes: Lifetimes): Session {
  return {
    generation: 1,
    issuedAt: now,
    rotatedAt: now,
    pairUsed: false,
    expiresAt: endOf(now, now, lifetimes),
    createdAt: now,
    endedAt: null,
  }
}

/** Judges a refresh token of this session by its generation: the pair to give out and the session as it stands then. */
export function rotate(session: Session, presented: number, now: Date, lifetimes: Lifetimes): Rotation {
  const expiresAt = endOf(session.createdAt, now, lifetimes)
  const over = session.endedAt !== null || session.expiresAt <= now || expiresAt <= now
  if (over || presented > session.generation) return { outcome: 'refuse', code: 'REFRESH_INVALID' }
  if (presented === session.generation) {
    const generation = session.generation + 1
    return {
      outcome: 'pair',
      session: { ...session, generation, issuedAt: now, rotatedAt: now, pairUsed: false, expiresAt },
    }
  }
  const graced = now.getTime() - session.rotatedAt.getTime() <= lifetimes.graceMs
  if (presented === session.generation - 1 && (graced || !session.pairUsed)) {
    // An access token that has expired on the way to the client is of no use to it: that half of the pair is new then.
    const issuedAt = after(fullSecond(session.issuedAt), lifetimes.accessMs) <= now ? now : session.issuedAt
    return { outcome: 'pair', session: { ...session, issuedAt, expiresAt } }
  }
  return { outcome: 'end', code: 'REFRESH_REUSED' }
}

/** As a token's `iat` tells it. */
const fullSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000)

/** When a session ends that is used now. */
const endOf = (createdAt: Date, now: Date, { refreshMs, wholeMs }: Lifetimes) =>
  new Date(Math.min(now.getTime() + refreshMs, createdAt.getTime() + wholeMs))

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
