import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { sweepFailures } from './limit/limits.ts'
import { sessions } from './tables.ts'

const everyMs = 10 * 60_000

/** Removes from time to time what nothing looks at any more: old failures, and sessions that have been over for 90 days. */
export function startSweeping(db: Database, log: Logger): AsyncDisposable {
  let running: Promise<void> = Promise.resolve()
  const sweep = async () => {
    try {
      await db.transaction(async (tx) => {
        await sweepFailures(tx)
        await tx.delete(sessions).where(sql`${sessions.expiresAt} < now() - interval '90 days'`)
      })
    } catch (err) {
      log.warn({ err }, 'sweep failed; tried again later')
    }
  }
  const timer = setInterval(() => {
    running = sweep()
  }, everyMs).unref()
  return {
    [Symbol.asyncDispose]: () => {
      clearInterval(timer)
      return running
    },
  }
}
