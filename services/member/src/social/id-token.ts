import { createHash } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { equalInConstantTime, type Hmac } from '../crypto/hmac.ts'

/** Characters; the longest tokens that providers issue have about 2,000. */
const longest = 8_192
/** Allowed clock skew between a provider and this service, in seconds. */
export const skew = 60

/** Accepted tokens are signed with these keys, name one of these issuers, and are for KingCar's clients. */
export type Issuer = { keys: JWTVerifyGetKey; issuers: readonly string[]; audiences: readonly string[] }

/** One error for every invalid token. The reason is for the log and must not contain parts of the token. */
export const invalidToken = (reason: string) => new AppError('SOCIAL_TOKEN_INVALID', { cause: new Error(reason) })

/** Unix seconds until the year 9999: later times have no ISO form that PostgreSQL reads. */
const Seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })
/** OpenID Connect Core §2: up to 255 ASCII characters. */
export const Subject = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' })
const Parties = Type.Object({
  aud: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
  azp: Type.Optional(Type.String()),
})
const IdClaims = Type.Object({
  sub: Subject,
  exp: Seconds,
  iat: Seconds,
  nonce: Type.Optional(Type.String()),
  email: Type.Optional(Type.Unknown()),
  email_verified: Type.Optional(Type.Unknown()),
})
export type IdClaims = Static<typeof IdClaims> & {
  /** The client of KingCar that the token was issued to. */
  clientId: string
}

/**
 * Verifies a token that an issuer signed for KingCar, with RS256 only, and returns its claims.
 * @param shape the claims that it must have
 * @param tolerance allowed skew of `exp` and `nbf`, in seconds
 * @throws AppError SOCIAL_TOKEN_INVALID; UNAVAILABLE if the issuer's keys cannot be fetched
 */
export async function verifyIssuerToken<T extends TSchema>(
  token: string,
  { keys, issuers, audiences }: Issuer,
  shape: T,
  { now, tolerance }: { now: Date; tolerance: number },
): Promise<{ claims: Static<T>; clientId: string }> {
  if (audiences.length === 0) throw invalidToken('no client id is configured')
  if (token.length > longest) throw invalidToken('too long')
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    issuer: [...issuers],
    audience: [...audiences],
    clockTolerance: tolerance,
    currentDate: now,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : invalidToken(reasonOf(error))
  })
  if (!Value.Check(Parties, payload) || !Value.Check(shape, payload)) throw invalidToken('a claim has the wrong type')
  const { aud, azp } = payload
  const parties = [azp ?? [], aud].flat()
  if (!parties.every((party) => audiences.includes(party))) throw invalidToken('also issued for another audience')
  return { claims: payload, clientId: parties[0] ?? '' }
}

/**
 * Verifies an ID token and returns its claims.
 * @param nonce the nonce of the app's sign-in; the token must have the same nonce, or none if the app had none
 * @throws AppError as `verifyIssuerToken`
 */
export async function verifyIdToken(
  token: string,
  issuer: Issuer,
  { nonce, now, hmac }: { nonce: string | undefined; now: Date; hmac: Hmac },
): Promise<IdClaims> {
  const { claims, clientId } = await verifyIssuerToken(token, issuer, IdClaims, { now, tolerance: skew })
  if (claims.iat > now.getTime() / 1_000 + skew) throw invalidToken('not issued yet')
  if (!matchesNonce(hmac, nonce, claims.nonce)) throw invalidToken('another nonce')
  return Object.assign(claims, { clientId })
}

/** Apps send the provider the nonce itself, or its SHA-256 if the platform's documentation says so (Apple, Google). */
function matchesNonce(hmac: Hmac, nonce: string | undefined, claimed: string | undefined): boolean {
  if (nonce === undefined || claimed === undefined) return nonce === claimed
  const hashed = createHash('sha256').update(nonce).digest('hex')
  return [nonce, hashed].map((expected) => equalInConstantTime(hmac, expected, claimed)).includes(true)
}

/** The messages of jose's errors contain claims; their codes do not. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `${error.code} ${error.claim}`
  return error instanceof errors.JOSEError ? error.code : 'not verifiable'
}

export const isSubject = (text: string): boolean => Value.Check(Subject, text)
