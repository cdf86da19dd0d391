import { join } from 'node:path'
import type { Config } from './config.ts'
import { root } from './paths.ts'
import type { Secrets, ServiceName } from './secrets.ts'

export type ProcessName = ServiceName | 'gateway'

/** Where the servers are. */
export type Places = {
  /** For a role that may create roles and schemas. */
  databaseUrl: string
  /** Host and port. */
  natsUrl: string
  /** The gateway's port. */
  port: number
}

/** The starter's own: each process gets its part of them below, and nothing of the others. */
const starters =
  /^(HOST|PORT|NATS_PORT|MQTT_PORT|TLS_CERT|TLS_KEY|DATA_DIR|DATABASE_URL|NATS_URL|NATS_USER|NATS_PASSWORD.*|NATS_CALLOUT_SEED|ADMIN_JOIN_CODE|OPERATIONS_.*)(_FILE)?$|^npm_/

/** What the member service alone needs of the person's environment: keys of sign-in and SMS providers. */
const members = /^(GOOGLE|APPLE|KAKAO|NAVER|SMS|SOLAPI)_/

/** The environment of each process: what the person set for the product, and its own credentials alone. */
export function environmentOf(name: ProcessName, config: Config, secrets: Secrets, places: Places): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !starters.test(key) && (name === 'member' || !members.test(key))),
    ),
    NATS_URL: places.natsUrl,
    NATS_USER: name,
    NATS_PASSWORD: secrets.nats[name],
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: '0',
    ...(config.tls ? { NODE_EXTRA_CA_CERTS: config.tls.cert } : {}), // nats-server's certificate may be signed by itself
    ...(name === 'gateway' ? gateway(config, secrets, places) : service(name, config, secrets, places)),
  }
}

function gateway(config: Config, secrets: Secrets, { port }: Places): NodeJS.ProcessEnv {
  return {
    HOST: config.HOST,
    PORT: String(port),
    JWT_PUBLIC_KEY: secrets.jwtPublicKey,
    NATS_CALLOUT_SEED: secrets.calloutSeed,
    CONSOLE_DIR: join(root, 'web-admin/dist'),
    // who sets a limit wants to see it, also from this machine
    LOCAL_ROUTES: String(config.loopback && !config.production),
    RATE_LIMIT_EXEMPT_LOOPBACK: String(!process.env.RATE_LIMIT && !process.env.RATE_LIMIT_FILE),
    ...(config.tls ? { TLS_CERT: config.tls.cert, TLS_KEY: config.tls.key } : {}),
  }
}

function service(name: ServiceName, config: Config, secrets: Secrets, { databaseUrl }: Places): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl)
  url.username = name
  url.password = secrets.databases[name]
  return {
    DATABASE_URL: url.href,
    IDEMPOTENCY_SECRET: secrets.idempotencySecret,
    ...(name === 'member' ? member(config, secrets) : {}),
    ...(name === 'recognition' ? { NATS_CALLOUT_SEED: secrets.calloutSeed } : {}),
  }
}

function member(config: Config, secrets: Secrets): NodeJS.ProcessEnv {
  const joinCode = joinCodeOf(config, secrets)
  return {
    JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
    TOKEN_SECRET: secrets.tokenSecret,
    SMS_EXEMPT_LOOPBACK: String(config.loopback && !config.production),
    ...(joinCode === undefined ? {} : { ADMIN_JOIN_CODE: joinCode }),
  }
}

/** The well-known code stays on this machine. In production nobody joins without a code that was chosen. */
export function joinCodeOf(config: Config, secrets: Secrets): string | undefined {
  if (config.ADMIN_JOIN_CODE) return config.ADMIN_JOIN_CODE
  if (config.production) return undefined
  return config.loopback ? 'kingcar-join' : secrets.joinCode
}
