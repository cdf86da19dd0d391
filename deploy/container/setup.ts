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

/** The variables that this program reads, each also as `NAME_FILE`. */
const Config = Type.Object({
  /** URL of a role that may create roles and schemas, and that owns them. */
  DATABASE_URL: Type.Optional(Type.String()),
  /** The same for a service with another database. */
  ...each('DATABASE_URL', Type.Optional(Type.String())),
  /** Passwords of the services' own roles. */
  ...each('DATABASE_PASSWORD', Type.String()),
  NATS_URL: Type.String(),
  /** Password of the user `setup`. */
  NATS_PASSWORD: Type.String(),
  /** Replicas of each stream: 1, or 3 in a cluster. */
  STREAM_REPLICAS: Type.Integer({ minimum: 1, maximum: 5, default: 1 }),
  /** Number of partitions of the stream READS, by store. */
  READS_PARTITIONS: Type.Integer({ minimum: 1, maximum: maxReadsPartitions, default: 1 }),
  /** Folder with `<service>/migrations`. */
  SERVICES_DIR: Type.String({ default: 'services' }),
})

/** Milliseconds to wait for servers that start at the same time. */
const retryFor = 120_000

/**
 * Brings tables and streams to this version. It is idempotent, and of several concurrent runs one does the work. The product's
 * processes start after it has exited with 0.
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
  print('database tables and NATS streams are up to date')
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Retries while the database is starting or unreachable. */
async function retryWhileUnreachable(work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + retryFor; ; await wait(1_000))
    try {
      return await work()
    } catch (error) {
      if (error instanceof MigrationError || !isUnreachable(error) || Date.now() > until) throw error
    }
}

/** 57P03: the server is starting or stopping. The other codes are of the operating system or of postgres.js. */
const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(?:57P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/.test(String(error.code))
