import { type Bus, openBus, type User } from '@kingcar/bus'
import { type Database, openDatabase } from '@kingcar/db'
import type { Process } from '@kingcar/runtime'
import type { ServiceOptions } from './config.ts'

type Connections = {
  bus: Bus
  db: Database
  /** Disposed after the calls in flight and before database and bus, which background jobs use. */
  jobs: AsyncDisposableStack
}

/**
 * Opens the bus and the database of a service and registers their health checks.
 * @param name of the service; also its schema
 * @param opened disposes them at the stop, in this order: calls in flight, jobs, database, bus. Calls need the database, and its outbox the bus
 */
export async function openConnections(
  name: User,
  options: ServiceOptions,
  { log, health, stop }: Process,
  opened: AsyncDisposableStack,
): Promise<Connections> {
  const bus = opened.use(
    await openBus({
      url: options.NATS_URL,
      user: options.NATS_USER,
      password: options.NATS_PASSWORD,
      name,
      log,
      metrics: health.metrics,
      onClosed: () => stop('bus closed'),
    }),
  )
  const db = opened.use(
    await openDatabase({
      url: options.DATABASE_URL,
      readUrl: options.DATABASE_READ_URL,
      schema: name,
      name,
      log,
      publish: (messages, timeoutMs) => bus.publish(messages, timeoutMs),
      register: health.metrics,
    }),
  )
  const jobs = opened.use(new AsyncDisposableStack())
  opened.defer(() => bus.drain())
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())
  return { bus, db, jobs }
}
