import { assertEncrypted, ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** One, or two with a comma while it is changed: the first makes, and both are good. */
const Hex = Type.String({
  pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$',
  description: 'At least 256 bits',
})
/** A list, separated by commas. */
const List = (standard = '') => Type.String({ default: standard })
const Address = (standard: string) => Type.String({ format: 'uri', default: standard })

/** What this process reads from its environment; each also as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'member' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  NODE_ENV: Type.String({ default: '' }),
  /** Ed25519, PEM. The first block signs; tokens of further ones stay good while it is changed. */
  JWT_PRIVATE_KEY: Type.String(),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }),
  /** Days without use after which a session ends. */
  REFRESH_TOKEN_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  /** Days after which it ends however often it is used; a screen's does not. */
  SESSION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 365 }),
  /** Those that are easily guessed. Unset: `refused` in production, and `taken` where the product is tried out. */
  EASY_PASSWORDS: Type.Optional(Type.Enum(['refused', 'taken'])),
  /** Unset: nobody can join as an administrator. */
  ADMIN_JOIN_CODE: Type.Optional(Type.String({ minLength: 1 })),
  /** Key of refresh tokens and of everything else that is derived or compared by HMAC, or encrypted. */
  TOKEN_SECRET: Hex,
  IDEMPOTENCY_SECRET: Hex,
  /** `none`: no code goes out, and nobody can verify a phone. Unset: `outbox`, and `none` in production. */
  SMS_PROVIDER: Type.Optional(Type.Enum(['outbox', 'solapi', 'none'])),
  /** The number that codes come from, registered with the provider. */
  SMS_FROM: Type.Optional(Type.String({ pattern: '^[0-9-]{8,14}$' })),
  /** Codes an hour in all, against whoever makes us pay for messages. */
  SMS_HOURLY_BUDGET: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1_000 }),
  /** Whether codes asked for from this machine are counted for its address. */
  SMS_EXEMPT_LOOPBACK: Type.Boolean({ default: false }),
  SOLAPI_URL: Address('https://api.solapi.com'),
  SOLAPI_API_KEY: Type.Optional(Type.String({ minLength: 1 })),
  SOLAPI_API_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  /** The spellings of an issuer; Google writes two. */
  GOOGLE_ISSUER: List('https://accounts.google.com,accounts.google.com'),
  GOOGLE_JWKS_URL: Address('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_CLIENT_IDS: List(),
  APPLE_ISSUER: List('https://appleid.apple.com'),
  APPLE_JWKS_URL: Address('https://appleid.apple.com/auth/keys'),
  APPLE_CLIENT_IDS: List(),
  /** Where authorization codes are exchanged and grants revoked. */
  APPLE_URL: Address('https://appleid.apple.com'),
  /** With all three a member's grant is revoked when the member leaves. The key is PEM, ES256. */
  APPLE_TEAM_ID: Type.Optional(Type.String({ minLength: 1 })),
  APPLE_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  APPLE_PRIVATE_KEY: Type.Optional(Type.String({ minLength: 1 })),
  KAKAO_ISSUER: List('https://kauth.kakao.com'),
  KAKAO_JWKS_URL: Address('https://kauth.kakao.com/.well-known/jwks.json'),
  KAKAO_CLIENT_IDS: List(),
  KAKAO_API_URL: Address('https://kapi.kakao.com'),
  KAKAO_APP_IDS: List(),
  /** Proves Kakao's notices, and unlinks members who leave. */
  KAKAO_ADMIN_KEY: Type.Optional(Type.String({ minLength: 16 })),
  NAVER_API_URL: Address('https://openapi.naver.com'),
  NAVER_AUTH_URL: Address('https://nid.naver.com'),
  /** With both a member's grant is revoked when the member leaves. */
  NAVER_CLIENT_ID: Type.Optional(Type.String({ minLength: 1 })),
  NAVER_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1 })),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong */
export function readMemberConfig(environment?: Record<string, string | undefined>): Config {
  const config = readConfig(Config, environment)
  const { NODE_ENV, SMS_PROVIDER, SMS_FROM, SOLAPI_API_KEY, SOLAPI_API_SECRET } = config
  if (NODE_ENV === 'production' && SMS_PROVIDER === 'outbox')
    throw new ConfigError('SMS_PROVIDER outbox keeps codes where others can read them, and is not for production')
  if (SMS_PROVIDER === 'solapi' && !(SMS_FROM && SOLAPI_API_KEY && SOLAPI_API_SECRET))
    throw new ConfigError('SMS_PROVIDER solapi needs SMS_FROM, SOLAPI_API_KEY and SOLAPI_API_SECRET')
  if (NODE_ENV === 'production') assertEncrypted(config)
  return config
}

/** Whether nobody may choose a password that is easily guessed. */
export const refusesEasyPasswords = ({ EASY_PASSWORDS, NODE_ENV }: Config): boolean =>
  (EASY_PASSWORDS ?? (NODE_ENV === 'production' ? 'refused' : 'taken')) === 'refused'
