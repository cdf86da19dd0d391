import type { Actor } from '@kingcar/bus'
import { AppError, isUuid, type Role, roles } from '@kingcar/contract'
import type { ReportSessionUse } from './report-session-use.ts'
import type { RevokedSessions } from './revoked-sessions.ts'

/** What a verified token says. */
export type Session = Actor & {
  /** Unix milliseconds. */
  expiresAt: number
  /** The store that a screen stands in. */
  storeId?: string
  /** Which of the session's pairs the token belongs to. */
  generation?: number
}

export type TokenVerifierOptions = {
  /** Checks signature, algorithm, type, issuer, audience and required claims; gives the claims or throws. */
  verifyJwt: (token: string) => unknown
  accessTokenSeconds: number
  revokedSessions: RevokedSessions
  /** Called for a token that was read, not for each call that it makes. */
  onFirstUse: ReportSessionUse
}

const maxTokenLength = 4_096
/** Tokens whose signature was verified once; that their session goes on and their time is not over is looked at each time. */
const maxVerifiedTokens = 10_000
const clockSkewSeconds = 60

const unauthenticated = () => new AppError('UNAUTHENTICATED')
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
export function createTokenVerifier(options: TokenVerifierOptions): (token: string) => Session {
  const { verifyJwt, accessTokenSeconds, revokedSessions, onFirstUse } = options
  const verifiedTokens = new Map<string, Session>()

  function verify(token: string, now: number): Session {
    if (token.length > maxTokenLength || !isCanonical(token)) throw unauthenticated()
    const claims = claimsOf(verifyJwt, token)
    const { sub, sid, role, aud, iat, exp, gen, storeId } = claims
    const consistent = isId(sub) && isId(sid) && isRole(role) && aud === role && isPositive(iat) && isPositive(exp)
    if (!consistent || iat > now / 1_000 + clockSkewSeconds) throw unauthenticated()
    if (storeId !== undefined && !isId(storeId)) throw unauthenticated()
    if (gen !== undefined && !isPositive(gen)) throw unauthenticated()
    // No token outlives the memory of ended sessions, whatever its signer wrote.
    const expiresAt = Math.min(exp, iat + accessTokenSeconds) * 1_000
    return { role, id: sub, sessionId: sid, expiresAt, ...(storeId && { storeId }), ...(gen && { generation: gen }) }
  }

  function remember(token: string, session: Session): void {
    const oldest = verifiedTokens.size >= maxVerifiedTokens ? verifiedTokens.keys().next().value : undefined
    if (oldest !== undefined) verifiedTokens.delete(oldest)
    verifiedTokens.set(token, session)
  }

  return (token) => {
    const now = Date.now()
    const known = verifiedTokens.get(token)
    const session = known ?? verify(token, now)
    if (session.expiresAt <= now) verifiedTokens.delete(token)
    if (revokedSessions.has(session.sessionId)) throw unauthenticated()
    if (session.expiresAt <= now) throw new AppError('TOKEN_EXPIRED')
    if (!known) {
      remember(token, session)
      if (session.generation !== undefined) onFirstUse(session.sessionId, session.generation)
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
