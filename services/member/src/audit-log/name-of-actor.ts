import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { admins, apiKeys } from '../tables.ts'

/** The name of the administrator or API key with this id; null if there is none. */
export const nameOfActor = (id: SQLWrapper): SQL<string | null> => sql`coalesce(
  (select a.name from ${admins} a where a.id = ${id}), (select k.name from ${apiKeys} k where k.id = ${id})
)`
