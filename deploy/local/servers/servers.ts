import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from '@kingcar/localstack/leashed-child'
import { openLogFile } from '@kingcar/localstack/log-file'
import { type Nats, type NatsPasswords, natsUsers, startNats } from '@kingcar/localstack/nats'
import { type Postgres, startPostgres } from '@kingcar/localstack/postgres'
import { hasRoom } from '@kingcar/localstack/postgres-folder'
import { supervise } from '@kingcar/localstack/supervisor'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type from 'typebox'
import { addressOf } from '../configuration/addresses.ts'
import type { Config } from '../configuration/config.ts'
import type { Secrets } from '../configuration/secrets.ts'
import type { DataFolder } from '../data-folder/data-folder.ts'

/** Log lines of the servers that are also shown on the terminal. A lost client is not shown: the client reports it. */
const shownLines = {
  postgres:
    / (?:FATAL|PANIC): {2}(?!terminating connection|the database system is|connection to client lost|expected SASL)/,
  nats: / \[(?:ERR|FTL)\] /,
}

/** Starts PostgreSQL under supervision, or uses the server of DATABASE_URL. Returns its URL. */
export async function openDatabaseServer(
  config: Config,
  data: DataFolder,
  stack: AsyncDisposableStack,
): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL
  const log = stack.use(openLogFile(data.file('logs', 'postgres.log')))
  const supervised = stack.use(
    await supervise<Postgres>(
      'postgres',
      async (previous) => {
        const server = await startPostgres({
          dataDir: data.path,
          password: data.secrets.postgres,
          port: previous?.port ?? 0,
          settings: { log_line_prefix: '%m [%p] ' },
          log(line) {
            log.write(line)
            if (shownLines.postgres.test(line)) progress(`postgres: ${line}`)
          },
        })
        data.recordProcess(server.pid)
        return server
      },
      progress,
    ),
  )
  progress(`PostgreSQL is running on port ${supervised.first.port}`)
  return supervised.first.url
}

export type NatsServer = { url: string; mqtt: string }

/** Starts nats-server under supervision, or uses the server of NATS_URL. */
export async function openNatsServer(
  config: Config,
  data: DataFolder,
  stack: AsyncDisposableStack,
): Promise<NatsServer> {
  if (config.NATS_URL) {
    Object.assign(data.secrets, secretsFromEnvironment())
    return { url: config.NATS_URL, mqtt: '' }
  }
  const log = stack.use(openLogFile(data.file('logs', 'nats-server.log')))
  const { first } = stack.use(
    await supervise<Nats>(
      'nats-server',
      async (previous) => {
        const { promise: diskFull, resolve: fill } = Promise.withResolvers<void>()
        const server = await startNats({
          storeDir: data.file('nats'),
          passwords: data.secrets.nats,
          calloutSeed: data.secrets.calloutSeed,
          fileStore,
          host: config.HOST,
          port: previous?.port ?? config.NATS_PORT,
          mqttPort: previous?.mqttPort ?? config.MQTT_PORT,
          monitorPort: previous?.monitorPort ?? 0,
          ...(config.tls ? { tls: config.tls } : {}),
          log(line) {
            log.write(line)
            if (shownLines.nats.test(line)) progress(`nats-server: ${line}`)
            if (/ Critical write error: .*no space left/.test(line)) fill()
          },
        })
        data.recordProcess(server.pid)
        void diskFull.then(() => restartWhenDiskHasRoom(server, data.path))
        void stopWhenUnhealthy(server, data.path)
        return server
      },
      progress,
    ),
  )
  progress(`nats-server is running on port ${first.port}, MQTT on port ${first.mqttPort}`)
  return {
    url: `${config.tls ? 'tls://' : ''}${addressOf(config.HOST, first.port)}`,
    mqtt: `${config.tls ? 'mqtts' : 'mqtt'}://${addressOf(config.HOST, first.mqttPort)}`,
  }
}

/**
 * MiB. More than the sum of all streams, whose own sizes are the limit. If it were less than their sizes so far,
 * nats-server would not start, so that they could not be made smaller.
 */
const fileStore = 2 ** 28

/** After a full disk a stream rejects every message until nats-server is restarted (observed with 2.15). */
async function restartWhenDiskHasRoom(server: Child, folder: string): Promise<void> {
  progress(`The disk of ${folder} is full: reads are rejected until there is free space.`)
  while (server.running && !hasRoom(folder)) await wait(1_000)
  if (!server.running) return
  progress('There is free space again: restarting nats-server.')
  server.signal('SIGTERM')
}

/**
 * Stops a nats-server that fails six health checks in a row; its supervisor then restarts it.
 * @param every milliseconds between two checks
 * @param timeout of a check, in milliseconds
 */
export async function stopWhenUnhealthy(
  server: Child & { monitorPort: number },
  folder: string,
  every = 5_000,
  timeout = every,
): Promise<void> {
  for (let misses = 0; misses < 6; ) {
    const [healthy] = await Promise.all([
      isHealthy(server.monitorPort, timeout),
      wait(every, undefined, { ref: false }), // must not delay the end of the process
    ])
    if (!server.running) return
    misses = healthy || !hasRoom(folder) ? 0 : misses + 1 // on a full disk a restart would fail
  }
  progress(`nats-server was unhealthy for ${(6 * every) / 1_000} s: restarting it.`)
  await server.stop()
}

async function isHealthy(monitorPort: number, timeout: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${monitorPort}/healthz`
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(timeout) })).status === 200
  } catch {
    return false // unreachable counts as unhealthy
  }
}

/**
 * Waits for the first use of a server.
 * @throws UserFacingError when it is the operator's own and cannot be used
 */
export async function checkUsable(own: boolean, variable: keyof typeof needs, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!own || !(error instanceof Error) || error.name === 'MigrationError') throw error
    const reason = error.message || ('code' in error ? String(error.code) : error.name) // an AggregateError of several addresses has no message
    throw new UserFacingError(`The server of ${variable} cannot be used: ${reason}. ${needs[variable]}`, {
      cause: error,
    })
  }
}

const needs = {
  DATABASE_URL: 'It must be PostgreSQL 18, and its role must have the right to create roles and schemas.',
  NATS_URL:
    'It must run with deploy/nats/nats.conf and the same NATS_PASSWORD_ variables, and NATS_CALLOUT_SEED must be the seed of its NATS_CALLOUT_ISSUER.',
}

const passwordVariables = natsUsers
  .filter((user) => user !== 'system') // not used by the product
  .map((user) => [user, `NATS_PASSWORD_${user.toUpperCase()}`] as const)
const seedVariable = 'NATS_CALLOUT_SEED'

/** The secrets of the operator's own nats-server. */
export function secretsFromEnvironment(): Pick<Secrets, 'nats' | 'calloutSeed'> {
  const names = [...passwordVariables.map(([, name]) => name), seedVariable]
  const given: Record<string, unknown> = readConfig(
    Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())]))),
  )
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length > 0)
    throw new UserFacingError(`NATS_URL also needs the secrets of its server: ${missing.join(', ')}.`)
  const passwords = Object.fromEntries(passwordVariables.map(([user, name]) => [user, String(given[name])]))
  return { nats: { ...passwords, system: '' } as NatsPasswords, calloutSeed: String(given[seedVariable]) }
}
