import { assertEncrypted, ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** The environment variables of this process; each can also be given as a file, in `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'orders' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  NODE_ENV: Type.String({ default: '' }),
  /** Key of the hashes that compare inputs of idempotent calls; in a rotation two, with a comma: the first makes new hashes. */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
  /** PortOne's REST API, version 1. */
  PORTONE_BASE_URL: Type.String({ format: 'uri', default: 'https://api.iamport.kr' }),
  /** Without both of these no payment is possible. */
  PORTONE_IMP_KEY: Type.Optional(Type.String({ minLength: 1 })),
  PORTONE_IMP_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  /** The merchant code and the channel with which member apps open the provider's payment window. */
  PORTONE_IMP_CODE: Type.String({ default: '' }),
  PORTONE_CHANNEL_KEY: Type.String({ default: '' }),
  /** Whether payments of test channels count; without it the provider hides them. */
  PORTONE_SANDBOX: Type.Boolean({ default: false }),
  /** Seconds after which a charge that the provider does not know counts as never received there. */
  PAYMENT_SETTLE_SECONDS: Type.Integer({ minimum: 1, maximum: 3_600, default: 120 }),
  /** Whether the time of orders and subscriptions can be moved ahead, to try out what happens over a month. */
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
    throw new ConfigError('MOVABLE_CLOCK would charge members too early and is not for production')
  if (config.NODE_ENV === 'production') assertEncrypted(config)
  return config
}
