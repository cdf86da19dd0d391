import type { ErrorCode } from '@kingcar/contract'

/*
 * Refresh-token rotation.
 *
 * A session counts its generations. Each reissue with the current refresh token starts the next generation. The pair of
 * tokens is derived from (session, generation), so that it can be issued again, byte for byte. The refresh token of the
 * previous generation gets the current pair if that pair may not have arrived: within 30 seconds (a lost response, two
 * tabs), or for as long as the pair was never used. Any older token, or the previous one after its successor was used,
 * can only come from a copy of the session: the session ends.
 *
 * "Used" means that one of the pair's tokens was presented. This service sees the refresh token itself, because
 * presenting it starts the next generation. The gateways report the access token with the event `gateway.sessionUsed`,
 * once for each generation. The event is late by less than the 30 seconds.
 *
 * The grace period of a wall screen does not end. Its browser stores a pair seconds after it arrived, and by then the
 * pair is used. If the power fails in between, the screen starts with the previous pair, and there is no person to sign
 * it in. The previous pair therefore gets the current one until the current one was renewed. Another holder of that
 * pair can do no more than the screen itself, and ends the session with the first older token.
 */

export type Session = {
  /** Generation of the current pair, from 1. */
  generation: number
  /** When the current access token was issued. */
  issuedAt: Date
  /** When the current generation started. */
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

/** Lifetimes of a session and its tokens, in milliseconds. */
export type Lifetimes = {
  accessMs: number
  /** A session ends this long after its last use. */
  refreshMs: number
  /** A session ends this long after it was opened, however often it is used. */
  wholeMs: number
  /** For this long after a renewal, the previous refresh token still returns the current pair of tokens. */
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

/**
 * Decides about a refresh token by its generation: issue a pair (and the session's next state), end the session, or
 * refuse.
 */
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
    // A client cannot use an access token that has already expired, so it gets a fresh one.
    const issuedAt = after(fullSecond(session.issuedAt), lifetimes.accessMs) <= now ? now : session.issuedAt
    return { outcome: 'pair', session: { ...session, issuedAt, expiresAt } }
  }
  return { outcome: 'end', code: 'REFRESH_REUSED' }
}

/** A token's `iat` has full seconds. */
const fullSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000)

/** The end of a session that is used now. */
const endOf = (createdAt: Date, now: Date, { refreshMs, wholeMs }: Lifetimes) =>
  new Date(Math.min(now.getTime() + refreshMs, createdAt.getTime() + wholeMs))

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
