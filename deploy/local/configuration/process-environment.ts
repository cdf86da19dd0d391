import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { addressOf } from './addresses.ts'
import { type Config, operationsPorts } from './config.ts'
import { type Secrets, type ServiceName, services } from './secrets.ts'

export type ProcessName = ServiceName | 'gateway' | 'simulator'

export type ServerAddresses = {
  /** URL of a role that may create roles and schemas. */
  databaseUrl: string
  /** `host:port`. */
  natsUrl: string
  /** The gateway's port. */
  port: number
  /** Port and ledger file of the PortOne simulator; null if none runs. */
  simulator: { port: number; file: string } | null
}

/** Variables of the start command, which no process inherits. Each process gets its own values below. */
const startVariables =
  /^(HOST|PORT|NATS_PORT|MQTT_PORT|TLS_CERT|TLS_KEY|DATA_DIR|DATABASE_URL|DATABASE_READ_URL|NATS_URL|NATS_USER|NATS_PASSWORD.*|NATS_CALLOUT_SEED|READS_PARTITIONS|DEMO|STREAM_\w+?|ADMIN_JOIN_CODE|SETUP_CODE|METRICS_PORT|OPERATIONS_.*|MOVABLE_CLOCK|PORTONE_SIMULATOR_URL)(_FILE)?$|^npm_/

/** Variables that only the member service gets: keys of sign-in providers, of SMS and of mail. */
const members = /^(GOOGLE|APPLE|KAKAO|NAVER|SMS|SOLAPI|SMTP|MAIL|EASY|WEAK)_/

/** Variables that only the orders service gets: the account at the payment provider, and limits of orders. */
const payments = /^PORTONE_|^PAYMENT_|^OPEN_ORDERS_/

/** Variables that only the catalog service gets: keys of the register of addresses. */
const registers = /^JUSO_/

/** Variables that only one process gets. */
const reserved: readonly [variables: RegExp, owner: ProcessName][] = [
  [members, 'member'],
  [payments, 'orders'],
  [registers, 'catalog'],
]

/** The default account at the payment simulator, which takes no money. */
const localAccount = {
  PORTONE_IMP_KEY: 'imp_local',
  PORTONE_IMP_SECRET: 'imp_local_secret',
  PORTONE_API: 'v1',
  PORTONE_V2_API_SECRET: 'v2_local_secret',
  PORTONE_V2_STORE_ID: 'store-local',
  PORTONE_V2_WEBHOOK_SECRETS: `whsec_${btoa('local'.repeat(6))}`,
}
/** The channels of the local account. */
const localChannels = ['card', 'kakaopay', 'naverpay', 'tosspay', 'virtualAccount']
  .map((method) => `${method}=channel-key-local-${method}`)
  .join(',')

/** The environment of a process: the operator's settings for the product, and only the process's own credentials. */
export function environmentOf(
  name: ProcessName,
  config: Config,
  secrets: Secrets,
  places: ServerAddresses,
): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([key]) =>
          !startVariables.test(key) && reserved.every(([variables, owner]) => owner === name || !variables.test(key)),
      ),
    ),
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: String(operationsPorts(config.METRICS_PORT).find((each) => each.name === name)?.port),
    ...(config.tls ? { NODE_EXTRA_CA_CERTS: config.tls.cert } : {}), // nats-server's certificate may be self-signed
    ...(name === 'simulator' ? simulator(config, places) : onTheBus(name, config, secrets, places)),
  }
}

type OnTheBus = Exclude<ProcessName, 'simulator'>

function onTheBus(name: OnTheBus, config: Config, secrets: Secrets, places: ServerAddresses): NodeJS.ProcessEnv {
  return {
    NATS_URL: places.natsUrl,
    NATS_USER: name,
    ...secretsOf(name, secrets, places.databaseUrl, config.DATABASE_READ_URL),
    ...(name === 'gateway' ? gateway(config, places) : {}),
    ...(name === 'member' ? member(config, secrets, places) : {}),
    ...(name === 'orders' ? orders(config, places) : {}),
  }
}

/**
 * The secrets of a process, by the variables that it reads: only its own.
 * @param databaseUrl of server and database; role and password are replaced by the service's own
 * @param readUrl of a replica, likewise
 */
export function secretsOf(
  name: OnTheBus,
  secrets: Secrets,
  databaseUrl: string,
  readUrl?: string,
): Record<string, string> {
  const bus = { NATS_PASSWORD: secrets.nats[name] }
  const callout = { NATS_CALLOUT_SEED: secrets.calloutSeed }
  if (name === 'gateway') return { ...bus, ...callout, JWT_PUBLIC_KEY: secrets.jwtPublicKey }
  const own = (server: string) =>
    Object.assign(new URL(server), { username: name, password: secrets.databases[name] }).href
  return {
    ...bus,
    DATABASE_URL: own(databaseUrl),
    ...(readUrl === undefined ? {} : { DATABASE_READ_URL: own(readUrl) }),
    IDEMPOTENCY_SECRET: secrets.idempotencySecret,
    ...(name === 'member' ? { JWT_PRIVATE_KEY: secrets.jwtPrivateKey, TOKEN_SECRET: secrets.tokenSecret } : {}),
    ...(name === 'recognition' ? callout : {}),
  }
}

/** The secrets of the image's program `setup`. @param databaseUrl of a role that may create roles and schemas */
export const setupSecretsOf = (secrets: Secrets, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  NATS_PASSWORD: secrets.nats.setup,
  ...Object.fromEntries(services.map((name) => [`DATABASE_PASSWORD_${name.toUpperCase()}`, secrets.databases[name]])),
})

function gateway(config: Config, { port, simulator }: ServerAddresses): NodeJS.ProcessEnv {
  return {
    HOST: config.HOST,
    PORT: String(port),
    CONSOLE_DIR: join(root, 'web-admin/dist'),
    LOCAL_ROUTES: String(config.loopback && !config.production),
    ...(simulator ? { PORTONE_SIMULATOR_URL: urlOf(simulator) } : {}),
    // an operator who sets a limit expects it to apply on this machine, too
    RATE_LIMIT_EXEMPT_LOOPBACK: String(!process.env.RATE_LIMIT && !process.env.RATE_LIMIT_FILE),
    ...(config.tls ? { TLS_CERT: config.tls.cert, TLS_KEY: config.tls.key } : {}),
  }
}

function member(config: Config, secrets: Secrets, { port }: ServerAddresses): NodeJS.ProcessEnv {
  const joinCode = joinCodeOf(config, secrets)
  return {
    SMS_EXEMPT_LOOPBACK: String(config.loopback && !config.production),
    ...(joinCode === undefined ? {} : { ADMIN_JOIN_CODE: joinCode }),
    SETUP_CODE: setupCodeOf(config, secrets),
    ...(config.loopback ? unset({ CONSOLE_URL: edgeOf(config, port) }) : {}),
  }
}

/** True if payments go to the simulator: outside production, unless another address is configured. */
export const usesSimulator = (config: Config): boolean =>
  !config.production && !isSet('PORTONE_BASE_URL') && !isSet('PORTONE_V2_BASE_URL')

/** The demo data of the first start. Only the payment simulator stores the payments of the demo's history. */
export function demoOf(config: Config): Config['DEMO'] {
  if (config.production) return 'none'
  return config.DEMO === 'history' && !usesSimulator(config) ? 'small' : config.DEMO
}

const isSet = (name: string) => Boolean(process.env[name] || process.env[`${name}_FILE`])

const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

/** The values of `given` that the operator has not set. */
const unset = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !isSet(name)))

function orders(config: Config, { simulator }: ServerAddresses): NodeJS.ProcessEnv {
  return {
    MOVABLE_CLOCK: String(config.loopback && !config.production),
    ...(simulator
      ? {
          PORTONE_BASE_URL: urlOf(simulator),
          PORTONE_V2_BASE_URL: `${urlOf(simulator)}/v2`,
          ...unset({
            ...localAccount,
            PORTONE_IMP_CODE: 'imp00000000',
            PORTONE_CHANNEL_KEY: 'channel-key-local',
            PORTONE_V2_CHANNEL_KEYS: localChannels,
          }),
        }
      : {}),
  }
}

/** The address at which the gateway serves. */
const edgeOf = (config: Config, port: number) => `${config.tls ? 'https' : 'http'}://${addressOf(config.HOST, port)}`

/** Environment of the simulator. It has the same payment account as orders, from the provider's side. */
function simulator(config: Config, { port, simulator }: ServerAddresses): NodeJS.ProcessEnv {
  const account = Object.keys(localAccount).flatMap((name) => [name, `${name}_FILE`])
  const edge = edgeOf(config, port)
  return {
    ...unset(localAccount),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => account.includes(name))),
    SIMULATOR_PORT: String(simulator?.port),
    SIMULATOR_FILE: simulator?.file,
    ...(config.loopback ? { SIMULATOR_PUBLIC_URL: `${edge}/dev/portone` } : {}),
    WEBHOOK_URL: `${edge}/api/orders/webhook`,
    WEBHOOK_V2_URL: `${edge}/api/orders/webhook/v2`,
  }
}

/** The code of `/setup`, which has no effect after an administrator exists. */
export const setupCodeOf = (config: Config, secrets: Secrets): string => config.SETUP_CODE || secrets.setupCode

/** The well-known code is used only on loopback. In production an administrator can join only with a configured code. */
export function joinCodeOf(config: Config, secrets: Secrets): string | undefined {
  if (config.ADMIN_JOIN_CODE) return config.ADMIN_JOIN_CODE
  if (config.production) return undefined
  return config.loopback ? 'kingcar-join' : secrets.joinCode
}
