import { maximumDisplayOrder } from '@kingcar/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Maximum JSON size (bytes) of a list that is returned unpaged: it is one bus message, which holds 1 MB. */
export const wholeListLimit = 768 * 1024

/** Size of a text as JSON with its escapes, in bytes; 0 for null. */
export const jsonBytes = (text: PgColumn): SQL => sql`coalesce(octet_length(to_json(${text})::text), 0)`

/** The display order after the last row; 0 if the list is empty. */
export const nextDisplayOrder = (displayOrder: PgColumn): SQL<number> =>
  sql<number>`least(coalesce(max(${displayOrder}) + 1, 0), ${maximumDisplayOrder}::integer)`
