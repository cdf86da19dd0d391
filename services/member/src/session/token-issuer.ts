import { createHmac, timingSafeEqual } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { Role, Tokens } from '@kingcar/contract'
import { keysFor, readTokenKeys } from '@kingcar/runtime'
import Fastify from 'fastify'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Lifetimes } from './session.ts'

/** The content of a pair of tokens: a generation of a session. `storeId` is the store of a screen. */
export type TokenGrant = {
  sessionId: string
  role: Role
  accountId: string
  storeId?: string | undefined
  generation: number
  issuedAt: Date
  /** When the account signed in. */
  createdAt: Date
}

export type TokenIssuer = {
  /** Lifetimes of sessions and tokens of a role. */
  lifetimesOf(role: Role): Lifetimes
  /** Issues both tokens of a grant. The same grant gives the same bytes. */
  issue(grant: TokenGrant): Tokens
  /**
   * The session of an access token that was signed here for this role, expired or not; undefined for any other text.
   */
  sessionIdOf(accessToken: string, role: Role): string | undefined
  /** The session and generation of a refresh token that was issued here; undefined for any other text. */
  parseRefreshToken(refreshToken: string): { sessionId: string; generation: number } | undefined
}

type Options = {
  /** Ed25519, PEM. The first block signs; tokens signed by any of them are accepted. */
  privateKey: string
  issuer: string
  accessTokenSeconds: number
  refreshTokenDays: number
  sessionDays: number
  /** The first derives refresh tokens; tokens derived from any of them are accepted. */
  secrets: readonly [Buffer, ...Buffer[]]
}

/** Days without a renewal after which a screen has to be created again: a screen that was off for years still works. */
const screenDays = 3_650

/**
 * For all other roles: after this time a client has repeated a request whose response was lost, and a second tab has
 * renewed its tokens.
 */
const graceMs = 30_000

const AccessClaims = Type.Object({ sid: Type.String({ format: 'uuid' }), role: Type.String() })
const parseClaims = (claims: unknown): Static<typeof AccessClaims> | undefined =>
  Value.Check(AccessClaims, claims) ? claims : undefined

/** Signs access tokens (EdDSA gives the same signature for the same claims) and derives refresh tokens. */
export async function createTokenIssuer(options: Options): Promise<TokenIssuer> {
  const { issuer, accessTokenSeconds } = options
  const keys = readTokenKeys(options.privateKey, 'JWT_PRIVATE_KEY')
  const [{ pem, publicPem, kid }] = keys
  const app = Fastify()
  await app.register(jwt, {
    secret: { private: pem, public: publicPem },
    sign: { algorithm: 'EdDSA', kid },
    verify: { algorithms: ['EdDSA'], allowedIss: issuer },
  })
  await app.ready()

  function access({ role, accountId, storeId, sessionId, generation, issuedAt, createdAt }: TokenGrant): string {
    const iat = inSeconds(issuedAt)
    const exp = iat + accessTokenSeconds
    const claims = { iss: issuer, aud: role, sub: accountId, role, sid: sessionId, gen: generation, iat, exp }
    const ofRole = role === 'admin' ? { auth_time: inSeconds(createdAt) } : storeId === undefined ? {} : { storeId }
    return app.jwt.sign({ ...claims, ...ofRole })
  }

  return {
    lifetimesOf: (role) => ({
      accessMs: accessTokenSeconds * 1000,
      refreshMs: (role === 'screen' ? screenDays : options.refreshTokenDays) * 86_400_000,
      wholeMs: role === 'screen' ? Number.POSITIVE_INFINITY : options.sessionDays * 86_400_000,
      graceMs: role === 'screen' ? Number.POSITIVE_INFINITY : graceMs,
    }),
    issue: (grant) => ({
      accessToken: access(grant),
      refreshToken: deriveRefreshToken(options.secrets[0], grant.sessionId, grant.generation),
    }),
    sessionIdOf(accessToken, role) {
      for (const { publicPem: key } of keysFor(accessToken, keys)) {
        try {
          const verified = app.jwt.verify(accessToken, { key, allowedAud: role, ignoreExpiration: true })
          const claims = parseClaims(verified)
          return claims?.role === role ? claims.sid : undefined
        } catch {} // not a token of this key
      }
      return undefined
    },
    parseRefreshToken(token) {
      for (const secret of options.secrets) {
        const read = parseWith(secret, token)
        if (read) return read
      }
      return undefined
    },
  }
}

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

const idBytes = 16
const headBytes = idBytes + 4
const tokenLength = Math.ceil(((headBytes + 32) * 4) / 3)

/** Session id, generation and an HMAC-SHA256 over both, as base64url. */
function deriveRefreshToken(secret: Buffer, sessionId: string, generation: number): string {
  const head = Buffer.alloc(headBytes)
  head.write(sessionId.replaceAll('-', ''), 'hex')
  head.writeUInt32BE(generation, idBytes)
  const proof = createHmac('sha256', secret).update('refresh\0').update(head).digest()
  return Buffer.concat([head, proof]).toString('base64url')
}

function parseWith(secret: Buffer, token: string) {
  if (token.length !== tokenLength) return undefined
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== headBytes + 32) return undefined
  const hex = bytes.toString('hex', 0, idBytes)
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const generation = bytes.readUInt32BE(idBytes)
  // Compared as text, so that no second spelling of the same bytes passes.
  const expected = Buffer.from(deriveRefreshToken(secret, sessionId, generation))
  return timingSafeEqual(expected, Buffer.from(token, 'latin1')) ? { sessionId, generation } : undefined
}
