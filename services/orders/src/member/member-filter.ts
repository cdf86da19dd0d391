import type { Caller } from '@kingcar/bus'
import { hasPermission, parseMemberSearch } from '@kingcar/contract'
import { isOneOf, ofVisitors } from '@kingcar/service'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cars, memberStores, members } from '../tables.ts'

/** `standing` repeats the condition of the index of plates, so removed cars match no member. */
const memberTables = { members, cars, standing: sql`not ${cars.removed}` }

/**
 * The condition that a column holds the id of a member whom `q` matches; undefined if `q` contains nothing to search
 * for. Phone and email match only for a caller who may see contact data.
 */
export function memberMatches(memberId: PgColumn, q: string, { actor }: Pick<Caller, 'actor'>): SQL | undefined {
  const search = parseMemberSearch(q, hasPermission(actor, 'members.contact'))
  return search && isOneOf(memberId, memberTables, search)
}

/** The condition that a column holds the id of a member who comes to the caller's stores; undefined for a caller of all stores. */
export const ofOwnVisitors = (memberId: PgColumn, { stores }: Pick<Caller, 'stores'>): SQL | undefined =>
  ofVisitors(memberId, memberStores, stores)
