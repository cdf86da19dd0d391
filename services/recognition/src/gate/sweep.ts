import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'

/** Rows per run and table. */
const maxRows = 5_000

/** Deletes cars that have been at a gate, and entries of lists a day after their end. */
export async function sweepGates({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(sql`
      delete from gate_reads where (visit_id, device_id) in (
        select visit_id, device_id from gate_reads where read_at < now() - interval '1 hour' limit ${maxRows}
      )`),
  )
  await db.transaction((tx) =>
    tx.execute(sql`
      delete from listed_plates where id in (
        select id from listed_plates where expires_at < now() - interval '1 day' limit ${maxRows}
      )`),
  )
}
