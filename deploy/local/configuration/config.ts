import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { maxReadsPartitions } from '@kingcar/bus/reads'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type, { type Static } from 'typebox'

const Port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65_535, default: standard })

/** The variables that `npm start` reads, each also as `NAME_FILE`. An empty value counts as unset. */
const Config = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Port(8080),
  NATS_PORT: Port(4222),
  MQTT_PORT: Port(1883),
  TLS_CERT: Type.Optional(Type.String()),
  TLS_KEY: Type.Optional(Type.String()),
  DATA_DIR: Type.String({ default: '.data' }),
  DATABASE_URL: Type.Optional(Type.String()),
  NATS_URL: Type.Optional(Type.String()),
  /** Number of partitions of the stream READS, by store. */
  READS_PARTITIONS: Type.Integer({ minimum: 1, maximum: maxReadsPartitions, default: 1 }),
  ADMIN_JOIN_CODE: Type.Optional(Type.String()),
  NODE_ENV: Type.String({ default: '' }),
})
export type Config = Static<typeof Config> & {
  loopback: boolean
  production: boolean
  tls?: { cert: string; key: string }
}

/** @throws UserFacingError or ConfigError for an invalid configuration */
export function readStartConfig(): Config {
  const { NODE_ENV, TLS_CERT: cert, TLS_KEY: key, ...config } = readConfig(Config)
  const loopback = ['localhost', '::1'].includes(config.HOST) || config.HOST.startsWith('127.')
  const production = NODE_ENV === 'production'
  if (Boolean(cert) !== Boolean(key))
    throw new UserFacingError('TLS needs both TLS_CERT and TLS_KEY. Set both or neither.')
  if (production && !loopback && !cert)
    throw new UserFacingError(
      `With NODE_ENV=production and HOST ${config.HOST}, devices on other machines would connect without TLS. Set TLS_CERT and TLS_KEY, or HOST to 127.0.0.1.`,
    )
  if (cert && key) assertPair(cert, key)
  return {
    ...config,
    NODE_ENV,
    loopback,
    production,
    ...(cert && key ? { tls: { cert: resolve(cert), key: resolve(key) } } : {}),
  }
}

function assertPair(cert: string, key: string): void {
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserFacingError(`TLS_CERT ${cert} and TLS_KEY ${key} are not a certificate and its key: ${reason}.`)
  }
}
