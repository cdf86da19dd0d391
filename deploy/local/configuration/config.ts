import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { maxReadsPartitions } from '@kingcar/bus/reads'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type, { type Static } from 'typebox'
import { streamProperties } from './setup-config.ts'

const port = (standard: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: standard, description })

/** The processes in the order of their operations ports, as `deploy/monitoring/prometheus.yml` scrapes them. */
const operated = ['gateway', 'member', 'catalog', 'orders', 'recognition', 'simulator'] as const

/** The operations port of each process; 0 if each picks its own. @param first of the ports, METRICS_PORT */
export const operationsPorts = (first: number) =>
  operated.map((name, index) => ({ name, port: first === 0 ? 0 : first + index }))

/** The variables that `npm start` reads, each also as `NAME_FILE`. An empty value counts as unset. */
export const StartConfig = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address that the gateway, NATS and MQTT listen on.' }),
  PORT: port(8080, 'Port of the gateway; 0 picks one.'),
  NATS_PORT: port(4222, 'Port where recognizers connect by NATS; 0 picks one.'),
  MQTT_PORT: port(1883, 'Port where recognizers connect by MQTT; 0 picks one.'),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535 - operated.length + 1,
    default: 9101,
    description: `First of the loopback ports of the operations servers (\`/metrics\`, \`/readyz\` and \`/livez\`), which take consecutive ports in this order: ${operated.join(', ')}; 0 picks all.`,
  }),
  TLS_CERT: Type.Optional(
    Type.String({ description: 'Path of the certificate, PEM. With `TLS_KEY` HTTP, NATS and MQTT use TLS.' }),
  ),
  TLS_KEY: Type.Optional(Type.String({ description: 'Path of the private key, PEM.' })),
  DATA_DIR: Type.String({ default: '.data', description: 'Folder of data, logs and secrets.' }),
  DATABASE_URL: Type.Optional(
    Type.String({ description: 'URL of your own PostgreSQL 18, with a role that may create roles and schemas.' }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      description:
        'URL of a replica of that server, which runs searches, statistics and exports of files while it is not behind the server.',
    }),
  ),
  NATS_URL: Type.Optional(
    Type.String({ description: 'Host and port of your own nats-server that runs `deploy/nats/nats.conf`.' }),
  ),
  READS_PARTITIONS: Type.Integer({
    minimum: 1,
    maximum: maxReadsPartitions,
    default: 1,
    description: 'Number of partitions of the stream READS, by store.',
  }),
  ...streamProperties,
  ADMIN_JOIN_CODE: Type.Optional(
    Type.String({
      description:
        'Code that `POST /admin/api/join` requires. Default: `kingcar-join` on a loopback `HOST`, otherwise `joinCode` of `secrets.json` in `DATA_DIR`; none in production.',
    }),
  ),
  SETUP_CODE: Type.Optional(
    Type.String({
      description:
        'Code with which `/setup` of the console creates the first administrator. Default: `setupCode` of `secrets.json` in `DATA_DIR`.',
    }),
  ),
  DEMO: Type.Enum(['history', 'small', 'none'], {
    default: 'history',
    description:
      'Demo data of the first start: `history` has 90 days of made-up visits and sales, `small` has no visits and sales, `none` starts empty. A real payment provider gets `small`, production none.',
  }),
  NODE_ENV: Type.String({
    default: '',
    description:
      '`production` disables everything for trying out: demo data, the payment simulator, the SMS outbox, `/dev/…` and the default join code.',
  }),
})
export type Config = Static<typeof StartConfig> & {
  loopback: boolean
  production: boolean
  tls?: { cert: string; key: string }
}

/** @throws UserFacingError or ConfigError for an invalid configuration */
export function readStartConfig(): Config {
  const { NODE_ENV, TLS_CERT: cert, TLS_KEY: key, ...config } = readConfig(StartConfig)
  // A name such as 127.example.com may be the address of any interface.
  const loopback = ['localhost', '::1'].includes(config.HOST) || (isIPv4(config.HOST) && config.HOST.startsWith('127.'))
  const production = NODE_ENV === 'production'
  if (!production && /^\s*prod/i.test(NODE_ENV))
    throw new UserFacingError(`NODE_ENV is "${NODE_ENV}". Write it as production, or leave it out to try KingCar.`)
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

/** @throws UserFacingError unless the files are a certificate that has not expired, and its key */
export function assertPair(cert: string, key: string): void {
  const [certificate, privateKey] = [readTls('TLS_CERT', cert), readTls('TLS_KEY', key)]
  try {
    createSecureContext({ cert: certificate, key: privateKey })
    if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey)))
      throw new Error('they do not belong together') // OpenSSL accepts a key of another kind, as after a renewal with ECDSA
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserFacingError(`TLS_CERT ${cert} and TLS_KEY ${key} are not a certificate and its key: ${reason}.`)
  }
  const { validTo } = new X509Certificate(certificate)
  if (Date.parse(validTo) < Date.now())
    throw new UserFacingError(`The certificate TLS_CERT ${cert} expired on ${validTo}. Renew it, then start again.`)
}

function readTls(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const owner = process.getuid?.() ?? 'this user'
    const reason =
      code === 'EACCES'
        ? `User ${owner} may not read it: give that user a copy, as with \`install -o ${owner} -m 400\`.`
        : `It cannot be read (${code}).`
    throw new UserFacingError(`${variable} is ${file}. ${reason}`, { cause })
  }
}
