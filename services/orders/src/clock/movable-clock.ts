import type { Database, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { clock } from '../tables.ts'

/**
 * Milliseconds between two reads of the clock's offset: after this time other processes agree with the one that moved
 * the clock. A read each second was the most frequent statement of an idle product.
 */
export const clockRefreshMs = 10_000

/** The time of orders and subscriptions. */
export type MovableClock = {
  now: () => Date
  /** Calls back when the clock was moved. */
  onMoved: (listener: () => void) => void
  /** Reads the offset again. */
  refresh: () => Promise<void>
  /** Moves the clock ahead for every process of this service; never back. */
  move: (tx: Tx, aheadSeconds: number) => Promise<void>
}

/**
 * A clock that can be moved ahead, to try out the events of a month. Its offset is a row in the database, so that all
 * processes agree on it, also after a restart.
 */
export function createMovableClock(db: Pick<Database, 'read'>): MovableClock {
  let ahead = 0
  const listeners: (() => void)[] = []
  return {
    now: () => new Date(Date.now() + ahead),
    onMoved: (listener) => void listeners.push(listener),
    async refresh() {
      const [row] = await db.read.select().from(clock)
      const read = Math.max(ahead, (row?.aheadSeconds ?? 0) * 1_000)
      if (read === ahead) return
      ahead = read
      for (const listener of listeners) listener()
    },
    async move(tx, aheadSeconds) {
      await tx.update(clock).set({ aheadSeconds: sql`greatest(${clock.aheadSeconds}, ${aheadSeconds}::bigint)` })
    },
  }
}
