import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rehearsals } from '../tables.ts'
import { failAbandoned } from './queries.ts'

/** Ends rehearsals whose processes crashed, and deletes those that began more than a day ago: their results contain plates. */
export const sweepRehearsals = ({ db }: Pick<Ctx, 'db'>): Promise<void> =>
  db.transaction(async (tx) => {
    await failAbandoned(tx)
    await tx.delete(rehearsals).where(sql`state <> 'running' and started_at < now() - interval '24 hours'`)
  })
