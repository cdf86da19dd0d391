import { inArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * True for a row of one of the stores that the caller is limited to; undefined for a caller without a limit.
 * @param stores `stores` of the caller; an empty list matches no row
 */
export const ofStores = (column: PgColumn, stores: readonly string[] | null | undefined): SQL | undefined =>
  stores ? inArray(column, [...stores]) : undefined
