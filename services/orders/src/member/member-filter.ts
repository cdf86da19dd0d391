import type { Caller } from '@kingcar/bus'
import { hasPermission, parseMemberSearch } from '@kingcar/contract'
import { isOneOf } from '@kingcar/service'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cars, members } from '../tables.ts'

/** `standing` repeats the condition of the index of plates: removed cars match no member. */
const memberTables = { members, cars, standing: sql`not ${cars.removed}` }

/**
 * The condition that a column holds the id of a member whom `q` matches; undefined where `q` has nothing to search for. Phone and
 * email match only for a caller who may see contact data.
 */
export function memberMatches(memberId: PgColumn, q: string, { actor }: Pick<Caller, 'actor'>): SQL | undefined {
  const search = parseMemberSearch(q, actor !== null && hasPermission(actor, 'members.contact'))
  return search && isOneOf(memberId, memberTables, search)
}
