import { waitFor } from '@kingcar/testing'
import type { Sql } from 'postgres'

const settings = { minConfidence: 0.8, revisitSeconds: 600, lookalikeSeconds: 10 }

/** Stores a rehearsal without a process. A running one waits for the end of another. Returns its id. */
export const addRehearsal = (sql: Sql, state: 'running' | 'cancelled'): Promise<string> =>
  waitFor(async () => {
    const values = { state, settings: sql.json(settings), current: sql.json(settings) }
    const [row] = await sql<[{ id: string }]>`
      insert into recognition.rehearsals (since, until, state, settings, current)
      values (now() - interval '1 day', now(), ${values.state}, ${values.settings}, ${values.current}) returning id`
    return row.id
  })
