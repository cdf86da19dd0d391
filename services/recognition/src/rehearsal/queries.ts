import type { Rehearsal, RehearsalFailure, RehearsalResult, RehearsalState } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, lt, sql } from 'drizzle-orm'
import { rehearsals } from '../tables.ts'

export type RehearsalRow = typeof rehearsals.$inferSelect

/** The process of a rehearsal counts as crashed after this time without a report. It reports every second. */
const lease = sql`interval '15 seconds'`
const isAbandoned = and(eq(rehearsals.state, 'running'), lt(rehearsals.aliveAt, sql`now() - ${lease}`))

/** A rehearsal; undefined if there is none with this id. A rehearsal whose process crashed is returned as failed. */
export async function findRehearsal(on: Reader | Tx, id: string): Promise<Rehearsal | undefined> {
  const [found] = await on
    .select({ row: rehearsals, isAbandoned: sql<boolean>`${isAbandoned}` })
    .from(rehearsals)
    .where(eq(rehearsals.id, id))
  return found && toRehearsal(found.isAbandoned ? interrupted(found.row) : found.row)
}

const interrupted = (row: RehearsalRow): RehearsalRow => ({
  ...row,
  state: 'failed',
  failure: 'interrupted',
  finishedAt: row.aliveAt,
})

/** Ends the rehearsals whose processes crashed. */
export const failAbandoned = (on: Tx) =>
  on
    .update(rehearsals)
    .set({ state: 'failed', failure: 'interrupted', finishedAt: sql`${rehearsals.aliveAt}` })
    .where(isAbandoned)

/** How a rehearsal ends. */
export type Ending =
  | { state: Extract<RehearsalState, 'done'>; result: RehearsalResult }
  | { state: Extract<RehearsalState, 'failed'>; failure: RehearsalFailure }
  | { state: Extract<RehearsalState, 'cancelled'> }

/** Ends a rehearsal; one that is not running stays as it is. @returns whether it was running */
export async function endRehearsal(tx: Tx, id: string, ending: Ending): Promise<boolean> {
  const rows = await tx
    .update(rehearsals)
    .set({ ...ending, finishedAt: sql`now()` })
    .where(and(eq(rehearsals.id, id), eq(rehearsals.state, 'running')))
    .returning({ id: rehearsals.id })
  return rows.length > 0
}

export type Progress = { reads: number; readsTotal: number | null }

/** Extends the lease of a rehearsal and stores its progress. @returns false if the rehearsal should stop */
export async function extendLease(tx: Tx, id: string, { reads, readsTotal }: Progress): Promise<boolean> {
  const rows = await tx
    .update(rehearsals)
    .set({ reads, readsTotal, aliveAt: sql`now()` })
    .where(and(eq(rehearsals.id, id), eq(rehearsals.state, 'running')))
    .returning({ id: rehearsals.id })
  return rows.length > 0
}

export const toRehearsal = (row: RehearsalRow): Rehearsal => ({
  id: row.id,
  from: row.since.toISOString(),
  to: row.until.toISOString(),
  storeId: row.storeId,
  settings: row.settings,
  current: row.current,
  state: row.state,
  failure: row.failure,
  progress: { reads: row.reads, readsTotal: row.readsTotal },
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  result: row.result,
})
