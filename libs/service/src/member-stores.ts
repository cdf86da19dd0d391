import { ofStores } from '@kingcar/db'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** The table in which a service knows the stores to which members come. */
export type MemberStores = PgTable & Record<'memberId' | 'storeId', PgColumn>

/**
 * Condition: the column is the id of a member who comes to one of the stores that the caller is limited to; undefined for a caller
 * without a limit.
 * @param stores `stores` of the caller
 */
export const ofVisitors = (
  memberId: PgColumn,
  memberStores: MemberStores,
  stores: readonly string[] | null | undefined,
): SQL | undefined =>
  stores
    ? sql`exists (select from ${memberStores} where ${eq(memberStores.memberId, memberId)} and ${ofStores(memberStores.storeId, stores)})`
    : undefined
