import { AppError, type SocialProvider } from '@kingcar/contract'
import { createConcurrencyLimit, type Logger, listOf } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { type KeyedHash, sameText } from '../keyed-hash.ts'
import { type AppleClient, readAppleKey } from './apple.ts'
import { type AppleEvent, readAppleNotice } from './apple-event.ts'
import { type Issuer, refused, skew, verifyIdToken } from './id-token.ts'
import { emailOf, type Identity } from './identity.ts'
import { identifyByKakao } from './kakao.ts'
import { createKeySet } from './key-set.ts'
import { identifyByNaver } from './naver.ts'
import { away } from './request.ts'

/** What an app hands over of a sign-in at its provider. */
export type Proof = { provider: SocialProvider; socialToken: string; nonce?: string | undefined }

export type Social = {
  /**
   * Whom a provider's token speaks for. Most callers want `identify.ts`, which counts failures.
   * @throws AppError SOCIAL_TOKEN_INVALID, whatever is wrong with it; UNAVAILABLE while the provider is away
   */
  identify(proof: Proof): Promise<Identity>
  /** Whether a notice of Kakao is proven by our admin key and is about an app of ours. */
  isKakao(authorization: string | undefined, appId: string): boolean
  /** What a notice of Apple says; undefined for what we do not know. @throws AppError as `identify` */
  readAppleNotice(payload: string): Promise<AppleEvent | undefined>
  /** What ends grants of members who leave; undefined where its keys are not configured. */
  readonly revoking: {
    kakao: { api: string; adminKey: string } | undefined
    naver: { auth: string; id: string; secret: string } | undefined
    apple: AppleClient | undefined
  }
}

type Options = {
  config: Config
  now: () => Date
  hash: KeyedHash
  olderHashes?: readonly KeyedHash[]
  log: Logger
}

/** Access tokens that one provider is asked about at once, and that wait: while it hangs, other calls keep their room. */
const asked = { running: 64, waiting: 64 }

const isJwt = (token: string) => /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(token)
/** RFC 6750: what can stand behind `Bearer`. */
const isBearer = (token: string) => /^[\w.~+/-]+=*$/.test(token)

/** The sign-in providers, as they are configured. */
export function createSocial({ config, now, hash, olderHashes = [], log }: Options): Social {
  const issuer = (name: 'GOOGLE' | 'APPLE' | 'KAKAO'): Issuer => ({
    keys: createKeySet({ url: config[`${name}_JWKS_URL`], log }),
    issuers: listOf(config[`${name}_ISSUER`]),
    audiences: listOf(config[`${name}_CLIENT_IDS`]),
  })
  const issuers = { GOOGLE: issuer('GOOGLE'), APPLE: issuer('APPLE'), KAKAO: issuer('KAKAO') }
  const appIds = listOf(config.KAKAO_APP_IDS)
  const revoking = revokingOf(config)
  const missing = Object.entries(revoking).filter(([, keys]) => keys === undefined)
  if (missing.length > 0)
    log.info({ providers: missing.map(([name]) => name) }, 'without their keys no grants are revoked there')

  async function byIdToken(provider: keyof typeof issuers, token: string, nonce: string | undefined) {
    const claims = await verifyIdToken(token, issuers[provider], { nonce, now: now(), hash })
    const verified = claims.email_verified === true || claims.email_verified === 'true'
    return {
      provider,
      subject: claims.sub,
      email: verified ? emailOf(claims.email) : null,
      provenAt: new Date(Math.min(claims.iat * 1_000, now().getTime())),
      idToken: {
        clientId: claims.clientId,
        // Without the signature, which has several spellings.
        hashes: [hash, ...olderHashes].map((each) => each('social token', token.slice(0, token.lastIndexOf('.')))),
        expiresAt: new Date((claims.exp + skew) * 1_000),
      },
    }
  }

  const turns = () =>
    createConcurrencyLimit(asked.running, asked.waiting, () => away(new Error('too many wait for it')))
  const inTurn = { KAKAO: turns(), NAVER: turns() }

  async function byAccessToken(provider: keyof typeof inTurn, token: string, nonce: string | undefined) {
    if (nonce !== undefined) throw refused('an access token has no nonce')
    if (!isBearer(token)) throw refused('no access token')
    if (provider === 'NAVER') return inTurn.NAVER(() => identifyByNaver(config.NAVER_API_URL, token, now()))
    if (appIds.length === 0) throw refused('no app id of ours is configured')
    return inTurn.KAKAO(() => identifyByKakao(config.KAKAO_API_URL, appIds, token, now()))
  }

  return {
    revoking,
    async identify({ provider, socialToken, nonce }) {
      try {
        const byToken = provider === 'NAVER' || (provider === 'KAKAO' && !isJwt(socialToken))
        return await (byToken ? byAccessToken(provider, socialToken, nonce) : byIdToken(provider, socialToken, nonce))
      } catch (error) {
        if (error instanceof AppError) tell(log, provider, error)
        throw error
      }
    },
    isKakao: (authorization, appId) =>
      revoking.kakao !== undefined &&
      sameText(hash, authorization ?? '', `KakaoAK ${revoking.kakao.adminKey}`) &&
      appIds.includes(appId),
    readAppleNotice: (payload) => readAppleNotice(payload, issuers.APPLE, now()),
  }
}

/** Why nobody was signed in, which the answer does not tell. */
function tell(log: Logger, provider: SocialProvider, { code, cause }: AppError): void {
  if (code === 'UNAVAILABLE') log.warn({ provider, err: cause }, 'sign-in provider away')
  else log.info({ provider, reason: cause instanceof Error ? cause.message : undefined }, 'social token refused')
}

function revokingOf(config: Config): Social['revoking'] {
  const { KAKAO_ADMIN_KEY: adminKey, NAVER_CLIENT_ID: id, NAVER_CLIENT_SECRET: secret } = config
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: pem } = config
  return {
    kakao: adminKey === undefined ? undefined : { api: config.KAKAO_API_URL, adminKey },
    naver: id && secret ? { auth: config.NAVER_AUTH_URL, id, secret } : undefined,
    apple: teamId && keyId && pem ? { url: config.APPLE_URL, teamId, keyId, key: readAppleKey(pem) } : undefined,
  }
}
