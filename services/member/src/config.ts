import { assertEncrypted, ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** One key, or two with a comma during a key change: the first creates, both are accepted. */
const Hex = Type.String({
  pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$',
  description: 'At least 256 bits',
})
/** A comma-separated list. */
const List = (standard = '') => Type.String({ default: standard })
const Address = (standard: string) => Type.String({ format: 'uri', default: standard })

/** The environment variables of this process; each can also be set as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'member' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  NODE_ENV: Type.String({ default: '' }),
  /** Ed25519, PEM. The first block signs; during a key change, tokens signed by the other blocks are accepted too. */
  JWT_PRIVATE_KEY: Type.String(),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }),
  /** A session ends after this many days without use. */
  REFRESH_TOKEN_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  /** A session ends after this many days, however often it is used; a screen's does not. */
  SESSION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 365 }),
  /** Whether a new password may be easy to guess. Default: `reject` in production, otherwise `allow`. */
  WEAK_PASSWORDS: Type.Optional(Type.Enum(['reject', 'allow'])),
  /** Deprecated name of `WEAK_PASSWORDS`, with its own values. Ignored if that is set. */
  EASY_PASSWORDS: Type.Optional(Type.Enum(['refused', 'taken'])),
  /** Unset: no administrator can join. */
  ADMIN_JOIN_CODE: Type.Optional(Type.String({ minLength: 1 })),
  /** Key of refresh tokens, of all HMACs and of all encrypted columns. */
  TOKEN_SECRET: Hex,
  IDEMPOTENCY_SECRET: Hex,
  /** `none`: no codes are sent, and phones cannot be verified. Default: `none` in production, otherwise `outbox`. */
  SMS_PROVIDER: Type.Optional(Type.Enum(['outbox', 'solapi', 'none'])),
  /** The sender's number of the codes, registered with the provider. */
  SMS_FROM: Type.Optional(Type.String({ pattern: '^[0-9-]{8,14}$' })),
  /** Codes an hour for all numbers together; bounds the cost of SMS pumping. */
  SMS_HOURLY_BUDGET: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1_000 }),
  /** `true`: codes that are requested from this machine are not counted for its address. */
  SMS_EXEMPT_LOOPBACK: Type.Boolean({ default: false }),
  SOLAPI_URL: Address('https://api.solapi.com'),
  SOLAPI_API_KEY: Type.Optional(Type.String({ minLength: 1 })),
  SOLAPI_API_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  /** The accepted spellings of an issuer; Google uses two. */
  GOOGLE_ISSUER: List('https://accounts.google.com,accounts.google.com'),
  GOOGLE_JWKS_URL: Address('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_CLIENT_IDS: List(),
  APPLE_ISSUER: List('https://appleid.apple.com'),
  APPLE_JWKS_URL: Address('https://appleid.apple.com/auth/keys'),
  APPLE_CLIENT_IDS: List(),
  /** The host that exchanges authorization codes and revokes grants. */
  APPLE_URL: Address('https://appleid.apple.com'),
  /** If all three are set, a member's grant is revoked when the member leaves. The key is PEM, ES256. */
  APPLE_TEAM_ID: Type.Optional(Type.String({ minLength: 1 })),
  APPLE_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  APPLE_PRIVATE_KEY: Type.Optional(Type.String({ minLength: 1 })),
  KAKAO_ISSUER: List('https://kauth.kakao.com'),
  KAKAO_JWKS_URL: Address('https://kauth.kakao.com/.well-known/jwks.json'),
  KAKAO_CLIENT_IDS: List(),
  KAKAO_API_URL: Address('https://kapi.kakao.com'),
  KAKAO_APP_IDS: List(),
  /** Authenticates Kakao's notices, and unlinks members who leave. */
  KAKAO_ADMIN_KEY: Type.Optional(Type.String({ minLength: 16 })),
  NAVER_API_URL: Address('https://openapi.naver.com'),
  NAVER_AUTH_URL: Address('https://nid.naver.com'),
  /** If both are set, a member's grant is revoked when the member leaves. */
  NAVER_CLIENT_ID: Type.Optional(Type.String({ minLength: 1 })),
  NAVER_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1 })),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or invalid */
export function readMemberConfig(environment?: Record<string, string | undefined>): Config {
  const config = readConfig(Config, environment)
  const { NODE_ENV, SMS_PROVIDER, SMS_FROM, SOLAPI_API_KEY, SOLAPI_API_SECRET } = config
  if (NODE_ENV === 'production' && SMS_PROVIDER === 'outbox')
    throw new ConfigError('SMS_PROVIDER outbox stores codes in a readable table, which is not allowed in production')
  if (SMS_PROVIDER === 'solapi' && !(SMS_FROM && SOLAPI_API_KEY && SOLAPI_API_SECRET))
    throw new ConfigError('SMS_PROVIDER solapi needs SMS_FROM, SOLAPI_API_KEY and SOLAPI_API_SECRET')
  if (NODE_ENV === 'production') assertEncrypted(config)
  return config
}

export function rejectsWeakPasswords({ WEAK_PASSWORDS, EASY_PASSWORDS, NODE_ENV }: Config): boolean {
  if (WEAK_PASSWORDS) return WEAK_PASSWORDS === 'reject'
  if (EASY_PASSWORDS) return EASY_PASSWORDS === 'refused'
  return NODE_ENV === 'production'
}
