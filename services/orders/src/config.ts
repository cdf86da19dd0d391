import { payMethods } from '@kingcar/contract'
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
  PORTONE_API: Type.Enum(['v1', 'v2'], {
    default: 'v1',
    description: 'PortOne API that new orders and cards use. Existing ones keep the API with which they were begun.',
  }),
  PORTONE_V2_BASE_URL: Type.String({
    format: 'uri',
    default: 'https://api.portone.io',
    description: "PortOne's REST API, version 2.",
  }),
  PORTONE_V2_API_SECRET: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Secret of PortOne's API, version 2; without it no payment by V2 is possible.",
    }),
  ),
  PORTONE_V2_STORE_ID: Type.String({ default: '', description: 'Id of the store at PortOne, sent to member apps.' }),
  PORTONE_V2_CHANNEL_KEYS: Type.String({
    default: '',
    description: `Channel keys by method, such as \`card=channel-key-1,kakaopay=channel-key-2\`: ${payMethods.join(', ')}, billing for registered cards (default: the key of card), and receipt for cash receipts (default: the key of billing).`,
  }),
  PORTONE_V2_WEBHOOK_SECRETS: Type.Optional(
    Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]+=*(,whsec_[A-Za-z0-9+/]+=*)?$',
      description: 'Secret that signs the webhooks of V2; two, separated by a comma, during a rotation.',
    }),
  ),
  PAYMENT_SETTLE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 120,
    description: 'Seconds after which a charge that the provider does not know is treated as never received.',
  }),
  OPEN_ORDERS_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 20,
    description: 'Maximum number of unpaid orders of a member; a further order gets 409 TOO_MANY_OPEN_ORDERS.',
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
  channelKeysOf(config)
  for (const name of ['PORTONE_BASE_URL', 'PORTONE_V2_BASE_URL'] as const)
    if (config.NODE_ENV === 'production' && isSimulated(config[name]))
      throw new ConfigError(`${name} is a simulator, which takes no money and is not for production`)
  if (config.NODE_ENV === 'production' && config.MOVABLE_CLOCK)
    throw new ConfigError('MOVABLE_CLOCK would charge members too early and is not for production')
  if (config.NODE_ENV === 'production') assertEncrypted(config)
  return config
}

function isSimulated(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return /^(?:localhost|127\..*|\[::1\])$/.test(hostname) || pathname.startsWith('/dev/')
}

const channelNames = [...payMethods, 'billing', 'receipt'] as const
type ChannelName = (typeof channelNames)[number]

/** The channel keys of V2. @throws ConfigError for an unknown method, or one without a key */
export function channelKeysOf({ PORTONE_V2_CHANNEL_KEYS: text }: Config): Partial<Record<ChannelName, string>> {
  if (text === '') return {}
  const pairs = text.split(',').map((pair) => /^(\w+)=([\w-]+)$/.exec(pair.trim())?.slice(1) ?? [])
  const wrong = pairs.some(([name = '']) => !channelNames.some((known) => known === name))
  if (wrong)
    throw new ConfigError(
      `PORTONE_V2_CHANNEL_KEYS must be a list of method=key, with these methods: ${channelNames.join(', ')}`,
    )
  return Object.fromEntries(pairs)
}
