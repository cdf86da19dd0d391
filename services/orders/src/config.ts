import { assertEncrypted, ConfigError, readConfig } from '@kingcar/runtime'
import { serviceVariables } from '@kingcar/service'
import Type, { type Static } from 'typebox'

/** The environment variables of this process; each can also be given as a file, in `NAME_FILE`. */
export const Config = Type.Object({
  ...serviceVariables('orders'),
  NODE_ENV: Type.String({
    default: '',
    description: '`production` refuses the payment simulator and unencrypted URLs.',
  }),
  PORTONE_BASE_URL: Type.String({
    format: 'uri',
    default: 'https://api.iamport.kr',
    description: "PortOne's REST API, version 1. Outside production `npm start` uses the simulator if it is unset.",
  }),
  PORTONE_IMP_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'Key of the PortOne account; without it no payment is possible.' }),
  ),
  PORTONE_IMP_SECRET: Type.Optional(Type.String({ minLength: 1, description: 'Secret of the PortOne account.' })),
  PORTONE_IMP_CODE: Type.String({
    default: '',
    description: "Merchant code with which member apps open the provider's payment window.",
  }),
  PORTONE_CHANNEL_KEY: Type.String({
    default: '',
    description: "Channel key with which member apps open the provider's payment window.",
  }),
  PORTONE_SANDBOX: Type.Boolean({
    default: false,
    description: 'Accepts payments of test channels, which the provider hides otherwise.',
  }),
  PAYMENT_SETTLE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 120,
    description: 'Seconds after which a charge that the provider does not know counts as never received there.',
  }),
  OPEN_ORDERS_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 20,
    description: 'Unpaid orders that a member can have; another one gets 409 TOO_MANY_OPEN_ORDERS.',
  }),
  MOVABLE_CLOCK: Type.Boolean({
    default: false,
    description: 'Enables `POST /dev/clock`, which moves the clock of orders and subscriptions; not in production.',
  }),
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
