import { assertEncrypted, ConfigError, listOf, readConfig } from '@kingcar/runtime'
import { HexKeys, serviceVariables } from '@kingcar/service'
import Type, { type Static } from 'typebox'
import { talkKinds } from './channel/channel.ts'
import { readServiceAccount } from './push/service-account.ts'
import { createAddressPolicy } from './webhook/address.ts'

const list = (description: string, standard = '') => Type.String({ default: standard, description })
const address = (description: string, standard: string) =>
  Type.String({ format: 'uri', default: standard, description })
const optional = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

/** The environment variables of this process; each can also be set as `NAME_FILE`. */
export const Config = Type.Object({
  ...serviceVariables('member'),
  NODE_ENV: Type.String({
    default: '',
    description: '`production` refuses unencrypted provider URLs and the SMS outbox, and rejects weak passwords.',
  }),
  JWT_PRIVATE_KEY: Type.String({
    description:
      'Ed25519 private keys, PEM. The first signs access tokens; tokens of the other keys stay valid during a rotation.',
  }),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar', description: 'Issuer in access tokens.' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 900,
    description: 'Lifetime of an access token in seconds.',
  }),
  REFRESH_TOKEN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'Days without use after which a session ends.',
  }),
  SESSION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 365,
    description: 'Days after which a session ends, even if it is used; does not apply to wall screens.',
  }),
  ACCESS_LOG_DAYS: Type.Integer({
    minimum: 365, // 개인정보의 안전성 확보조치 기준 §8: at least a year, two years if 50,000 people or more are affected
    maximum: 3_650,
    default: 730,
    description:
      'Days for which the access log keeps which administrators saw data of which members; two years are required with 50,000 or more members.',
  }),
  WEAK_PASSWORDS: Type.Optional(
    Type.Enum(['reject', 'allow'], {
      description:
        'Whether a new password that is easy to guess is allowed. Default: `reject` in production, otherwise `allow`.',
    }),
  ),
  EASY_PASSWORDS: Type.Optional(
    Type.Enum(['refused', 'taken'], {
      description:
        'Deprecated name of `WEAK_PASSWORDS`, with the values `taken` and `refused`; ignored if `WEAK_PASSWORDS` is set.',
    }),
  ),
  ADMIN_JOIN_CODE: optional('Code that `POST /admin/api/join` requires; without it no administrator can join.'),
  SETUP_CODE: optional(
    'Code with which `/setup` of the console creates the first administrator; without it `POST /admin/api/setup` accepts no code.',
  ),
  CONSOLE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/@?#]+/?$',
      description:
        'Address of the console, such as `https://admin.example.com`, for passkeys and for the links of invitations and of forgotten passwords. Without it there are no passkeys, the links are paths, and none is mailed. Passkeys belong to the host of this address: after a change of the host administrators have to add new ones.',
    }),
  ),
  TOKEN_SECRET: HexKeys(
    'Key, hexadecimal, of refresh tokens, HMACs and encrypted columns; two during a rotation, of which the first is used for new values.',
  ),
  SMS_PROVIDER: Type.Optional(
    Type.Enum(['outbox', 'solapi', 'none'], {
      description:
        'Sends SMS codes: `solapi`, `outbox` (stores them; `GET /dev/outbox` shows them on a loopback `HOST`) or `none`. Default: `none` in production, otherwise `outbox`.',
    }),
  ),
  SMS_FROM: Type.Optional(
    Type.String({
      pattern: '^[0-9-]{8,14}$',
      description: 'Sender number of the codes, registered with the provider; required for `solapi`.',
    }),
  ),
  SMS_HOURLY_BUDGET: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    description: 'Maximum number of codes in an hour, for all numbers together; limits the cost of SMS pumping.',
  }),
  SMS_EXEMPT_LOOPBACK: Type.Boolean({
    default: false,
    description: 'Exempts requests from this machine from the limits of codes per network.',
  }),
  SOLAPI_URL: address("Solapi's API.", 'https://api.solapi.com'),
  SOLAPI_API_KEY: optional('Key of the Solapi account; required for `solapi`.'),
  SOLAPI_API_SECRET: optional('Secret of the Solapi account; required for `solapi`.'),
  SOLAPI_PF_ID: optional(
    "Solapi's id of the KakaoTalk channel that sends AlimTalk; without it members get SMS instead.",
  ),
  SOLAPI_TEMPLATES: Type.String({
    default: '',
    pattern: '^(?:[A-Za-z]+=[A-Za-z0-9]+(?:,[A-Za-z]+=[A-Za-z0-9]+)*)?$',
    description:
      'Approved AlimTalk templates by kind of message, such as `used=KA01TP1,charged=KA01TP2`; the other kinds are sent as SMS. The console shows the texts to register; `alert` is the template of alerts to administrators (README of the member service).',
  }),
  MESSAGE_HOURLY_BUDGET: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
    description:
      'Maximum number of messages to members that each channel sends in an hour, and of alerts to administrators by AlimTalk. Further ones wait, alerts for an hour at most.',
  }),
  APP_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^@?#]+$',
      description: 'Address of the app, such as `https://app.example.com`, for links in messages to members.',
    }),
  ),
  FCM_SERVICE_ACCOUNT: optional(
    'Key file of the Firebase service account that sends notifications to the app, JSON; without it none is sent in production.',
  ),
  FCM_URL: address("FCM's API.", 'https://fcm.googleapis.com'),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^/@]+$',
      description:
        'Mail server: `smtps://host:465` for TLS from the start, `smtp://host:587` for STARTTLS, which production requires. Without it no mail is sent in production, and `GET /dev/outbox` has it otherwise.',
    }),
  ),
  SMTP_USER: optional('User of the mail server; without it no authentication.'),
  SMTP_PASSWORD: optional('Password of the mail server.'),
  MAIL_FROM: optional('Sender of mail, such as `KingCar <noreply@example.com>`; required with `SMTP_URL`.'),
  WEBHOOK_PRIVATE_NETWORKS: list(
    'Networks, comma-separated, such as `10.1.2.0/24`, that webhooks may reach although their addresses are not public, also by `http`.',
  ),
  GOOGLE_ISSUER: list(
    'Accepted issuers of Google, comma-separated.',
    'https://accounts.google.com,accounts.google.com',
  ),
  GOOGLE_JWKS_URL: address("Google's keys.", 'https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_CLIENT_IDS: list('Apps whose Google sign-ins are accepted, comma-separated; empty accepts none.'),
  APPLE_ISSUER: list('Accepted issuers of Apple, comma-separated.', 'https://appleid.apple.com'),
  APPLE_JWKS_URL: address("Apple's keys.", 'https://appleid.apple.com/auth/keys'),
  APPLE_CLIENT_IDS: list('Apps whose Apple sign-ins are accepted, comma-separated; empty accepts none.'),
  APPLE_URL: address(
    'URL at which authorization codes are exchanged and grants are revoked.',
    'https://appleid.apple.com',
  ),
  APPLE_TEAM_ID: optional(
    'Team of the Apple key. With team, key id and key, the grant of a member who leaves is revoked.',
  ),
  APPLE_KEY_ID: optional('Id of the Apple key.'),
  APPLE_PRIVATE_KEY: optional('Apple key, ES256, PEM.'),
  KAKAO_ISSUER: list('Accepted issuers of Kakao, comma-separated.', 'https://kauth.kakao.com'),
  KAKAO_JWKS_URL: address("Kakao's keys.", 'https://kauth.kakao.com/.well-known/jwks.json'),
  KAKAO_CLIENT_IDS: list('Apps whose Kakao ID tokens are accepted, comma-separated; empty accepts none.'),
  KAKAO_API_URL: address("Kakao's API.", 'https://kapi.kakao.com'),
  KAKAO_APP_IDS: list('Apps whose Kakao access tokens are accepted, comma-separated; empty accepts none.'),
  KAKAO_ADMIN_KEY: Type.Optional(
    Type.String({
      minLength: 16,
      description: "Admin key of the Kakao app: authenticates Kakao's notices, and unlinks members who leave.",
    }),
  ),
  NAVER_API_URL: address("Naver's API.", 'https://openapi.naver.com'),
  NAVER_AUTH_URL: address("Naver's authorization server.", 'https://nid.naver.com'),
  NAVER_CLIENT_ID: optional('Client id of Naver. With id and secret, the grant of a member who leaves is revoked.'),
  NAVER_CLIENT_SECRET: optional('Secret of the Naver client.'),
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
  try {
    createAddressPolicy(config.WEBHOOK_PRIVATE_NETWORKS)
  } catch {
    throw new ConfigError('WEBHOOK_PRIVATE_NETWORKS contains a text that is not a network such as 10.1.2.0/24')
  }
  const unknown = listOf(config.SOLAPI_TEMPLATES).filter(
    (each) => !talkKinds.some((kind) => each.startsWith(`${kind}=`)),
  )
  if (unknown.length > 0) throw new ConfigError(`SOLAPI_TEMPLATES has unknown kinds of messages: ${unknown.join(', ')}`)
  readServiceAccount(config)
  if (config.SMTP_URL && !config.MAIL_FROM) throw new ConfigError('SMTP_URL needs MAIL_FROM')
  if (NODE_ENV === 'production') assertEncrypted(config)
  return config
}

export function rejectsWeakPasswords({ WEAK_PASSWORDS, EASY_PASSWORDS, NODE_ENV }: Config): boolean {
  if (WEAK_PASSWORDS) return WEAK_PASSWORDS === 'reject'
  if (EASY_PASSWORDS) return EASY_PASSWORDS === 'refused'
  return NODE_ENV === 'production'
}
