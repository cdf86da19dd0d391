import { fileURLToPath } from 'node:url'
import { type Bus, durables, openBus, provisionStreams, type StreamName, type User } from '@kingcar/bus'
import { grantDatabase, migrate, revokePublicRights } from '@kingcar/db'
import { createHealth, createLogger, type Process } from '@kingcar/runtime'
import postgres, { type Sql } from 'postgres'
import { backlogOf, openStreamManager, startTestNats, withStreamManager } from './nats.ts'
import { databaseTemplate, testDatabase } from './postgres.ts'
import type { TestNats } from './server-faults.ts'

type Service = Exclude<User, 'gateway'>

export type Backend = AsyncDisposable & {
  nats: TestNats
  /** The database as its owner, who may read and change what no service may. */
  sql: Sql
  /** The environment that every service reads, with its own role and user. */
  environment(service: Service): Record<'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'DATABASE_URL', string>
  /** A bus connection of this user, closed with the backend. */
  bus(user: User): Promise<Bus>
  /** Deletes all messages of a stream. */
  purge(stream: StreamName): Promise<void>
  /** Messages that a durable consumer has not acknowledged yet. */
  backlog(durable: keyof typeof durables): Promise<number>
}

/**
 * What services run on: a separate database with their migrations, and a separate nats-server with streams and
 * permissions.
 */
export async function startBackend(...services: Service[]): Promise<Backend> {
  await using opened = new AsyncDisposableStack()
  const password = 'test' // roles belong to the whole cluster, which test files share
  const migrated = (url: string) =>
    migrate({
      url,
      services: services.map((name) => ({ name, password, folder: migrationsOf(name) })),
      log: () => undefined,
    })
  const template = await databaseTemplate(`migrated_${services.join('_')}`, migrated)
  const database = opened.use(await testDatabase(template))
  const nats = opened.use(await startTestNats())
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined })
  opened.defer(() => sql.end({ timeout: 1 }))
  await Promise.all([provisionStreams({ url: nats.url, ...nats.user('setup') }), revokePublicRights(sql)])
  for (const service of services) await grantDatabase(sql, service)
  const log = createLogger('test', 'silent')
  const backlogs = opened.use(openBacklogs(nats))
  const held = opened.move()
  return {
    nats,
    sql,
    environment(service) {
      const { user, password: secret } = nats.user(service)
      const url = database.urlFor(service, password)
      return { NATS_URL: nats.url, NATS_USER: user, NATS_PASSWORD: secret, DATABASE_URL: url }
    },
    async bus(user) {
      return held.use(await openBus({ url: nats.url, ...nats.user(user), name: `test ${user}`, log }))
    },
    purge: (stream) => withStreamManager(nats, async ({ streams }) => void (await streams.purge(stream))),
    backlog: backlogs.read,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Reads backlogs by one connection, since tests poll them; after a failure by a new one. */
function openBacklogs(nats: TestNats): AsyncDisposable & { read: Backend['backlog'] } {
  let opened: ReturnType<typeof openStreamManager> | undefined
  const close = async () => {
    const before = opened
    opened = undefined
    await before?.then((manager) => manager[Symbol.asyncDispose]()).catch(() => undefined) // its server may be stopped
  }
  return {
    async read(durable) {
      opened ??= openStreamManager(nats)
      try {
        return await backlogOf(await opened, durables[durable].stream, durable)
      } catch (error) {
        await close()
        throw error
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

/**
 * What `run` passes to a service, for a service that runs inside a test. A stop that the service requests fails the
 * test.
 */
export function testProcess(): Process {
  return {
    log: createLogger('test', process.env.TEST_LOG_LEVEL ?? 'silent'),
    health: createHealth(),
    stop(reason) {
      throw new Error(`the service asked to be stopped: ${reason}`)
    },
  }
}

const migrationsOf = (service: Service) =>
  fileURLToPath(new URL(`../../../../services/${service}/migrations`, import.meta.url))
