import type { Actor } from '@kingcar/bus'
import { AppError, isUuid, type Role, roles } from '@kingcar/contract'
import type { SessionUse } from './report-session-use.ts'
import type { EndedSessions } from './revoked-sessions.ts'

/** What a verified token says. */
export type Session = Actor & {
  /** Unix milliseconds. */
  expiresAt: number
  /** The store that a screen stands in. */
  storeId?: string
  /** Which of the session's pairs the token belongs to. */
  generation?: number
}

export type TokenOptions = {
  /** Checks signature, algorithm, type, issuer, audience and required claims; gives the claims or throws. */
  verify: (token: string) => unknown
  accessTokenSeconds: number
  sessions: EndedSessions
  /** Called for a token that was read, not for each call that it makes. */
  onUse: SessionUse
}

const longestToken = 4_096
/** Tokens whose signature was verified once; that their session goes on and their time is not over is looked at each time. */
const mostTrusted = 10_000
const skewSeconds = 60

const refused = () => new AppError('UNAUTHENTICATED')
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)
const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
/** A time in seconds, or a count. */
const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Each part in the one spelling that base64url has for it: spare bits would give a token several names. */
const isCanonical = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/**
 * Makes the function that turns a bearer token into its session. Fails with TOKEN_EXPIRED for a good token that is over,
 * with UNAUTHENTICATED for anything else, among it every session that ended.
 */
export function createTokenReader(options: TokenOptions): (token: string) => Session {
  const { verify, accessTokenSeconds, sessions, onUse } = options
  const trusted = new Map<string, Session>()

  function read(token: string, now: number): Session {
    if (token.length > longestToken || !isCanonical(token)) throw refused()
    const claims = claimsOf(verify, token)
    const { sub, sid, role, aud, iat, exp, gen, storeId } = claims
    const consistent = isId(sub) && isId(sid) && isRole(role) && aud === role && isPositive(iat) && isPositive(exp)
    if (!consistent || iat > now / 1_000 + skewSeconds) throw refused()
    if (storeId !== undefined && !isId(storeId)) throw refused()
    if (gen !== undefined && !isPositive(gen)) throw refused()
    // No token outlives the memory of ended sessions, whatever its signer wrote.
    const expiresAt = Math.min(exp, iat + accessTokenSeconds) * 1_000
    return { role, id: sub, sessionId: sid, expiresAt, ...(storeId && { storeId }), ...(gen && { generation: gen }) }
  }

  function trust(token: string, session: Session): void {
    const oldest = trusted.size >= mostTrusted ? trusted.keys().next().value : undefined
    if (oldest !== undefined) trusted.delete(oldest)
    trusted.set(token, session)
  }

  return (token) => {
    const now = Date.now()
    const known = trusted.get(token)
    const session = known ?? read(token, now)
    if (session.expiresAt <= now) trusted.delete(token)
    if (sessions.has(session.sessionId)) throw refused()
    if (session.expiresAt <= now) throw new AppError('TOKEN_EXPIRED')
    if (!known) {
      trust(token, session)
      if (session.generation !== undefined) onUse(session.sessionId, session.generation)
    }
    return session
  }
}

function claimsOf(verify: (token: string) => unknown, token: string): Record<string, unknown> {
  try {
    return { ...(verify(token) as object) }
  } catch (cause) {
    throw new AppError('UNAUTHENTICATED', { cause })
  }
}
