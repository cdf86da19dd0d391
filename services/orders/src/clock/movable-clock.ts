import type { Database, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { clock } from '../tables.ts'

/** Milliseconds between two looks at how far ahead it is, where it can be moved. */
export const clockRefreshMs = 1_000

/** The time by which subscriptions live. */
export type MovableClock = {
  now: () => Date
  /** Reads anew how far ahead it is. */
  refresh: () => Promise<void>
  /** Moves it ahead for every process of this service; never back. */
  move: (tx: Tx, aheadSeconds: number) => Promise<void>
}

/**
 * A clock that can be moved, for trying out what a month brings. How far it is ahead stands in the database, so that every
 * process and every start after it agree.
 */
export function createMovableClock(db: Pick<Database, 'read'>): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    async refresh() {
      const [row] = await db.read.select().from(clock)
      ahead = Math.max(ahead, (row?.aheadSeconds ?? 0) * 1_000)
    },
    async move(tx, aheadSeconds) {
      await tx.update(clock).set({ aheadSeconds: sql`greatest(${clock.aheadSeconds}, ${aheadSeconds}::bigint)` })
    },
  }
}
