import { setTimeout as wait } from 'node:timers/promises'
import { provisionStreams } from '@kingcar/bus/provision'
import { maxReadsPartitions } from '@kingcar/bus/reads'
import { MigrationError, migrate } from '@kingcar/db/migrate'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import Type from 'typebox'
import { type ServiceName, services } from '../local/configuration/secrets.ts'
import { migrationsOf } from '../local/configuration/service-migrations.ts'
import { program } from './program.ts'

const each = <T>(prefix: string, schema: T) =>
  Object.fromEntries(services.map((name) => [`${prefix}_${name.toUpperCase()}`, schema]))

/** What this program reads from its environment; each also as `NAME_FILE`. */
const Config = Type.Object({
  /** For a role that may create roles and schemas, and owns what it makes. */
  DATABASE_URL: Type.Optional(Type.String()),
  /** The same of a service whose database is another one. */
  ...each('DATABASE_URL', Type.Optional(Type.String())),
  /** What the services' own roles sign in with. */
  ...each('DATABASE_PASSWORD', Type.String()),
  NATS_URL: Type.String(),
  /** Of the user `setup`. */
  NATS_PASSWORD: Type.String(),
  /** Servers that keep each stream: 1, or 3 in a cluster. */
  STREAM_REPLICAS: Type.Integer({ minimum: 1, maximum: 5, default: 1 }),
  /** Into how many READS is split by store. */
  READS_PARTITIONS: Type.Integer({ minimum: 1, maximum: maxReadsPartitions, default: 1 }),
  /** Holds `<service>/migrations`. */
  SERVICES_DIR: Type.String({ default: 'services' }),
})

/** Milliseconds that servers may take to start beside this program. */
const patience = 120_000

/**
 * Brings tables and streams to what this version needs: safe to repeat, and of several at once one does it. The processes
 * of the product start after it has ended with 0.
 */
program(async () => {
  const { SERVICES_DIR, NATS_URL, NATS_PASSWORD, STREAM_REPLICAS, READS_PARTITIONS, ...config } = readConfig(Config)
  const variable = (prefix: string, name: ServiceName) =>
    String(Reflect.get(config, `${prefix}_${name.toUpperCase()}`) ?? config.DATABASE_URL ?? '')
  const databases = Object.fromEntries(services.map((name) => [name, variable('DATABASE_PASSWORD', name)]))
  const migrations = migrationsOf({ databases: databases as Record<ServiceName, string> }, SERVICES_DIR)
  if (migrations.length < services.length) throw new UserFacingError(`SERVICES_DIR ${SERVICES_DIR} lacks migrations.`)
  const byDatabase = Map.groupBy(migrations, ({ name }) => variable('DATABASE_URL', name as ServiceName))
  for (const [url, parts] of byDatabase)
    await retryWhileUnreachable(() => migrate({ url, services: parts, log: print }))
  await provisionStreams({
    url: NATS_URL,
    user: 'setup',
    password: NATS_PASSWORD,
    replicas: STREAM_REPLICAS,
    readsPartitions: READS_PARTITIONS,
  })
  print('tables and streams are up to date')
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Does it again while the database is starting or cannot be reached. */
async function retryWhileUnreachable(work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + patience; ; await wait(1_000))
    try {
      return await work()
    } catch (error) {
      if (error instanceof MigrationError || !isUnreachable(error) || Date.now() > until) throw error
    }
}

/** 57P03: it starts, or stops. The others are the system's, or the client's own. */
const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(?:57P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/.test(String(error.code))
