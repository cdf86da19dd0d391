import type { Caller } from '@kingcar/bus'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'

/**
 * True for a row of `plates` that has a visit at one of the stores that the caller is limited to; undefined for a caller without a
 * limit. Names of members who never come to these stores stay hidden, since plates that look alike can be made up.
 */
export const hasVisited = (stores: Caller['stores']): SQL | undefined =>
  stores
    ? sql`exists (
        select from visits v
        where v.car_number = plates.car_number and v.store_id = any(${makePgArray([...stores])}::uuid[]) and v.merged_into is null
      )`
    : undefined
