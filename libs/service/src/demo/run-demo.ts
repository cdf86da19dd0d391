import type { User } from '@kingcar/bus'
import { type Database, openDatabase } from '@kingcar/db'
import { createLogger, type Logger, readConfig } from '@kingcar/runtime'
import Type from 'typebox'

/** The variables of a program that stores a service's part of the demo. */
const Config = Type.Object({
  DATABASE_URL: Type.String(),
  NODE_ENV: Type.String({ default: '' }),
  /** Time at which the history ends, as an ISO text; without it the demo has no history. */
  DEMO_HISTORY_UNTIL: Type.Optional(Type.String()),
})

/** The arguments of a program of the demo. `until` is undefined for a demo without a history. */
export type DemoRun = { db: Database; until: Date | undefined; log: Logger }

/**
 * Stores a service's part of the demo. The deployment runs the program after the migrations; the service's relay publishes the
 * events.
 */
export async function runDemo(service: User, store: (run: DemoRun) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url, DEMO_HISTORY_UNTIL: until, NODE_ENV } = readConfig(Config)
  if (NODE_ENV === 'production')
    throw new Error('demo data are not allowed in a production database: NODE_ENV is production')
  const name = `${service}-demo`
  const log = createLogger(name)
  await using db = await openDatabase({ url, schema: service, name, log })
  await store({ db, until: until === undefined ? undefined : new Date(until), log })
}

/** Milliseconds in which a program stores its part, in one transaction. */
export const demoDeadline = { deadlineMs: 30_000 }
