import { assertEncrypted, ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** What this process reads from its environment; each also as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'orders' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  NODE_ENV: Type.String({ default: '' }),
  /** Key under which the inputs of idempotent calls are compared; two, with a comma, while it is changed: the first makes. */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
  /** PortOne's REST API, version 1. */
  PORTONE_BASE_URL: Type.String({ format: 'uri', default: 'https://api.iamport.kr' }),
  /** Without both nobody can pay. */
  PORTONE_IMP_KEY: Type.Optional(Type.String({ minLength: 1 })),
  PORTONE_IMP_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  /** What member apps open the provider's window with: the merchant's code and the channel. */
  PORTONE_IMP_CODE: Type.String({ default: '' }),
  PORTONE_CHANNEL_KEY: Type.String({ default: '' }),
  /** Whether payments of test channels count: the provider hides them otherwise. */
  PORTONE_SANDBOX: Type.Boolean({ default: false }),
  /** Seconds after which a request that the provider does not know of has never arrived there. */
  PAYMENT_SETTLE_SECONDS: Type.Integer({ minimum: 1, maximum: 3_600, default: 120 }),
  /** Whether the time of subscriptions can be moved, for trying out what a month brings. */
  MOVABLE_CLOCK: Type.Boolean({ default: false }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong */
export function readOrdersConfig(environment?: Record<string, string | undefined>): Config {
  const config = readConfig(Config, environment)
  const { hostname, pathname } = new URL(config.PORTONE_BASE_URL)
  const isSimulated = /^(?:localhost|127\..*|\[::1\])$/.test(hostname) || pathname.startsWith('/dev/')
  if (config.NODE_ENV === 'production' && isSimulated)
    throw new ConfigError('PORTONE_BASE_URL is a simulator, which takes no money and is not for production')
  if (config.NODE_ENV === 'production' && config.MOVABLE_CLOCK)
    throw new ConfigError('MOVABLE_CLOCK would charge members before their time, and is not for production')
  if (config.NODE_ENV === 'production') assertEncrypted(config)
  return config
}
