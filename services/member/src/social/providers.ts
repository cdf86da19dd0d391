import { AppError, type SocialProvider } from '@kingcar/contract'
import { createConcurrencyLimit, type Logger, listOf } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { equalInConstantTime, type Hmac } from '../crypto/hmac.ts'
import { type AppleClient, readAppleKey } from './apple.ts'
import { type Issuer, invalidToken, skew, verifyIdToken } from './id-token.ts'
import { type Identity, validEmail } from './identity.ts'
import { identifyByKakao } from './kakao.ts'
import { createKeySet } from './key-set.ts'
import { identifyByNaver } from './naver.ts'
import { unavailable } from './provider-request.ts'
import { type AppleEvent, readAppleNotice } from './read-apple-notice.ts'

/** The token that an app got from a sign-in at the account's provider. */
export type ProviderToken = { provider: SocialProvider; socialToken: string; nonce?: string | undefined }

export type SocialProviders = {
  /**
   * Returns the account to which a token belongs. Operations call `identify.ts`, which counts failures.
   * @throws AppError SOCIAL_TOKEN_INVALID for every invalid token; UNAVAILABLE while the provider is unavailable
   */
  identify(token: ProviderToken): Promise<Identity>
  /** True if a notice of Kakao carries the admin key and names an app of KingCar. */
  isKakaoNotice(authorization: string | undefined, appId: string): boolean
  /** Reads a notice of Apple; undefined for an unknown shape. @throws AppError as `identify` */
  readAppleNotice(payload: string): Promise<AppleEvent | undefined>
  /** The keys that end grants at the providers; undefined if they are not configured. */
  readonly revocation: {
    kakao: { api: string; adminKey: string } | undefined
    naver: { auth: string; id: string; secret: string } | undefined
    apple: AppleClient | undefined
  }
}

type Options = {
  config: Config
  now: () => Date
  hmac: Hmac
  otherHmacs?: readonly Hmac[]
  log: Logger
}

/** Requests about access tokens for each provider. While a provider hangs, other calls keep their capacity. */
const concurrency = { running: 64, waiting: 64 }

const isJwt = (token: string) => /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(token)
/** The syntax of a bearer token (RFC 6750). */
const isBearer = (token: string) => /^[\w.~+/-]+=*$/.test(token)

/** Creates the configured sign-in providers. */
export function createSocialProviders({ config, now, hmac, otherHmacs = [], log }: Options): SocialProviders {
  const issuer = (name: 'GOOGLE' | 'APPLE' | 'KAKAO'): Issuer => ({
    keys: createKeySet({ url: config[`${name}_JWKS_URL`], log }),
    issuers: listOf(config[`${name}_ISSUER`]),
    audiences: listOf(config[`${name}_CLIENT_IDS`]),
  })
  const issuers = { GOOGLE: issuer('GOOGLE'), APPLE: issuer('APPLE'), KAKAO: issuer('KAKAO') }
  const appIds = listOf(config.KAKAO_APP_IDS)
  const revocation = revocationFrom(config)
  const missing = Object.entries(revocation).filter(([, keys]) => keys === undefined)
  if (missing.length > 0)
    log.info({ providers: missing.map(([name]) => name) }, 'provider keys not configured, grants are not revoked')

  async function byIdToken(provider: keyof typeof issuers, token: string, nonce: string | undefined) {
    const claims = await verifyIdToken(token, issuers[provider], { nonce, now: now(), hmac })
    const verified = claims.email_verified === true || claims.email_verified === 'true'
    return {
      provider,
      subject: claims.sub,
      email: verified ? validEmail(claims.email) : null,
      provenAt: new Date(Math.min(claims.iat * 1_000, now().getTime())),
      idToken: {
        clientId: claims.clientId,
        // The hash omits the signature, because one signature has several encodings.
        hashes: [hmac, ...otherHmacs].map((each) => each('social token', token.slice(0, token.lastIndexOf('.')))),
        expiresAt: new Date((claims.exp + skew) * 1_000),
      },
    }
  }

  const turns = () =>
    createConcurrencyLimit(concurrency.running, concurrency.waiting, () =>
      unavailable(new Error('too many requests are waiting for the provider')),
    )
  const inTurn = { KAKAO: turns(), NAVER: turns() }

  async function byAccessToken(provider: keyof typeof inTurn, token: string, nonce: string | undefined) {
    if (nonce !== undefined) throw invalidToken('an access token has no nonce')
    if (!isBearer(token)) throw invalidToken('not an access token')
    if (provider === 'NAVER') return inTurn.NAVER(() => identifyByNaver(config.NAVER_API_URL, token, now()))
    if (appIds.length === 0) throw invalidToken('no app id is configured')
    return inTurn.KAKAO(() => identifyByKakao(config.KAKAO_API_URL, appIds, token, now()))
  }

  return {
    revocation,
    async identify({ provider, socialToken, nonce }) {
      try {
        const byToken = provider === 'NAVER' || (provider === 'KAKAO' && !isJwt(socialToken))
        return await (byToken ? byAccessToken(provider, socialToken, nonce) : byIdToken(provider, socialToken, nonce))
      } catch (error) {
        if (error instanceof AppError) logFailure(log, provider, error)
        throw error
      }
    },
    isKakaoNotice: (authorization, appId) =>
      revocation.kakao !== undefined &&
      equalInConstantTime(hmac, authorization ?? '', `KakaoAK ${revocation.kakao.adminKey}`) &&
      appIds.includes(appId),
    readAppleNotice: (payload) => readAppleNotice(payload, issuers.APPLE, now()),
  }
}

/** Logs the reason of a failed sign-in, which the response does not contain. */
function logFailure(log: Logger, provider: SocialProvider, { code, cause }: AppError): void {
  if (code === 'UNAVAILABLE') log.warn({ provider, err: cause }, 'sign-in provider unavailable')
  else log.info({ provider, reason: cause instanceof Error ? cause.message : undefined }, 'social token rejected')
}

function revocationFrom(config: Config): SocialProviders['revocation'] {
  const { KAKAO_ADMIN_KEY: adminKey, NAVER_CLIENT_ID: id, NAVER_CLIENT_SECRET: secret } = config
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: pem } = config
  return {
    kakao: adminKey === undefined ? undefined : { api: config.KAKAO_API_URL, adminKey },
    naver: id && secret ? { auth: config.NAVER_AUTH_URL, id, secret } : undefined,
    apple: teamId && keyId && pem ? { url: config.APPLE_URL, teamId, keyId, key: readAppleKey(pem) } : undefined,
  }
}
