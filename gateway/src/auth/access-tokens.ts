import { AppError, isUuid, type Role, roles } from '@kingcar/contract'
import type { ReportSessionUse } from './report-session-use.ts'
import type { RevokedSessions } from './revoked-sessions.ts'

/** The content of a verified token. It holds no rights of an administrator, which can change while the token is valid. */
export type Session = {
  role: Role
  id: string
  sessionId: string
  /** Unix milliseconds. */
  expiresAt: number
  /** The store of a screen. */
  storeId?: string
  /** When an administrator signed in (Unix milliseconds); missing in tokens of earlier versions. */
  signedInAt?: number
  /** Number of the token pair within the session; each refresh increments it. */
  generation?: number
  /**
   * Only of an API key: hash of the secret that the client sent, for comparison with the hashes in the key's rights.
   */
  secretHash?: string
}

export type TokenVerifierOptions = {
  /** Checks signature, algorithm, type, issuer, audience and required claims; returns the claims or throws. */
  verifyJwt: (token: string) => unknown
  accessTokenSeconds: number
  revokedSessions: RevokedSessions
  /** Called when a token is verified, not for each call that uses it. */
  onFirstUse: ReportSessionUse
}

const maxTokenLength = 4_096
/** Tokens whose signature needs no second check. Expiry and revocation are checked on each call. */
const maxVerifiedTokens = 10_000
const clockSkewSeconds = 60

const unauthenticated = () => new AppError('UNAUTHENTICATED')
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)
const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Each part is canonical base64url: unused bits would give one token several spellings. */
const isCanonical = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/**
 * Turns a bearer token into its session. Throws TOKEN_EXPIRED for an expired but otherwise valid token, unless
 * `acceptsExpired`, and UNAUTHENTICATED for any other invalid token or a revoked session.
 */
export type SessionOf = (token: string, acceptsExpired?: boolean) => Session

export function createTokenVerifier(options: TokenVerifierOptions): SessionOf {
  const { verifyJwt, accessTokenSeconds, revokedSessions, onFirstUse } = options
  const verifiedTokens = new Map<string, Session>()

  function verify(token: string, now: number): Session {
    if (token.length > maxTokenLength || !isCanonical(token)) throw unauthenticated()
    const claims = claimsOf(verifyJwt, token)
    const { sub, sid, role, aud, iat, exp, gen, storeId, auth_time: authTime } = claims
    const consistent = isId(sub) && isId(sid) && isRole(role) && aud === role && isPositive(iat) && isPositive(exp)
    if (!consistent || iat > now / 1_000 + clockSkewSeconds) throw unauthenticated()
    if (storeId !== undefined && !isId(storeId)) throw unauthenticated()
    if (gen !== undefined && !isPositive(gen)) throw unauthenticated()
    if (authTime !== undefined && !isPositive(authTime)) throw unauthenticated()
    // Revoked sessions are remembered for accessTokenSeconds, so no token may be valid for longer.
    const expiresAt = Math.min(exp, iat + accessTokenSeconds) * 1_000
    const ofRole = { ...(storeId && { storeId }), ...(authTime && { signedInAt: authTime * 1_000 }) }
    return { role, id: sub, sessionId: sid, expiresAt, ...ofRole, ...(gen && { generation: gen }) }
  }

  function remember(token: string, session: Session): void {
    const oldest = verifiedTokens.size >= maxVerifiedTokens ? verifiedTokens.keys().next().value : undefined
    if (oldest !== undefined) verifiedTokens.delete(oldest)
    verifiedTokens.set(token, session)
  }

  return (token, acceptsExpired = false) => {
    const now = Date.now()
    const known = verifiedTokens.get(token)
    const session = known ?? verify(token, now)
    if (session.expiresAt <= now) verifiedTokens.delete(token)
    if (revokedSessions.has(session.sessionId)) throw unauthenticated()
    if (session.expiresAt <= now) {
      if (acceptsExpired) return session
      throw new AppError('TOKEN_EXPIRED')
    }
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
