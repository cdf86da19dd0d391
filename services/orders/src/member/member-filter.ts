import { parseMemberSearch } from '@kingcar/contract'
import { isOneOf } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cars, members } from '../tables.ts'

/** As the index of plates says it: a car that is gone finds nobody. */
const memberTables = { members, cars, standing: sql`not ${cars.removed}` }

/** Whether a column names one of the members whom a text means; undefined where it asks for nothing. */
export function memberMatches(memberId: PgColumn, q: string): SQL | undefined {
  const search = parseMemberSearch(q)
  return search && isOneOf(memberId, memberTables, search)
}
