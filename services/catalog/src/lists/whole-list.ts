import { maximumDisplayOrder } from '@kingcar/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Bytes that the rows of a list may have together as JSON where it is answered whole, as one message of the bus: that holds 1 MB. */
export const wholeListLimit = 768 * 1024

/** Bytes of a text as JSON, in which a character may be escaped; none where it is null. */
export const jsonBytes = (text: PgColumn): SQL => sql`coalesce(octet_length(to_json(${text})::text), 0)`

/** The place behind the last of a list; 0 where it is empty. */
export const nextDisplayOrder = (displayOrder: PgColumn): SQL<number> =>
  sql<number>`least(coalesce(max(${displayOrder}) + 1, 0), ${maximumDisplayOrder}::integer)`
