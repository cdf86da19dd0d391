import { createHash } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { equalInConstantTime, type Hmac } from '../crypto/hmac.ts'

/** Characters; the longest that providers issue is about 2,000. */
const longest = 8_192
/** Seconds by which the clocks of providers and ours may differ. */
export const skew = 60

/** Whose tokens are taken: signed with these keys, by an issuer spelled so, for clients of ours. */
export type Issuer = { keys: JWTVerifyGetKey; issuers: readonly string[]; audiences: readonly string[] }

/** Every fault is the same answer; the reason is for our log and holds nothing of the token. */
export const invalidToken = (reason: string) => new AppError('SOCIAL_TOKEN_INVALID', { cause: new Error(reason) })

/** Unix seconds, until the year 9999: anything later is no time that can be kept. */
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
  /** To which of our clients it was issued. */
  clientId: string
}

/**
 * The claims of a token that an issuer signed for us, by RS256 alone.
 * @param shape the claims that it must have
 * @param tolerance seconds by which it may be too old or too new, where it says
 * @throws AppError SOCIAL_TOKEN_INVALID for any other; UNAVAILABLE where the issuer's keys cannot be had
 */
export async function verifyIssuerToken<T extends TSchema>(
  token: string,
  { keys, issuers, audiences }: Issuer,
  shape: T,
  { now, tolerance }: { now: Date; tolerance: number },
): Promise<{ claims: Static<T>; clientId: string }> {
  if (audiences.length === 0) throw invalidToken('no client id of ours is configured')
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
  if (!Value.Check(Parties, payload) || !Value.Check(shape, payload)) throw invalidToken('a claim has another shape')
  const { aud, azp } = payload
  const parties = [azp ?? [], aud].flat()
  if (!parties.every((party) => audiences.includes(party))) throw invalidToken('also for somebody else')
  return { claims: payload, clientId: parties[0] ?? '' }
}

/**
 * The claims of an ID token for us.
 * @param nonce what the app began its sign-in with; the token has it where the app had one, and none otherwise
 * @throws AppError as `verifySigned`
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

/** Apps hand the provider the nonce itself, or its SHA-256 where the platform's documents say so (Apple, Google). */
function matchesNonce(hmac: Hmac, asked: string | undefined, told: string | undefined): boolean {
  if (asked === undefined || told === undefined) return asked === told
  const hashed = createHash('sha256').update(asked).digest('hex')
  return [asked, hashed].map((expected) => equalInConstantTime(hmac, expected, told)).includes(true)
}

/** jose's own errors carry the claims. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `${error.code} ${error.claim}`
  return error instanceof errors.JOSEError ? error.code : 'not verifiable'
}

export const isSubject = (text: string): boolean => Value.Check(Subject, text)
