import type { Caller } from '@kingcar/bus'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { manualDeviceId } from '../read/read.ts'

/**
 * True for a row of `plates` that a recognizer read at one of the stores that the caller is limited to; undefined for a
 * caller without a limit. This hides the names of members who never come to these stores, although the caller could
 * note their plates.
 */
export const wasRecognizedAt = (stores: Caller['stores']): SQL | undefined =>
  stores
    ? sql`exists (
        select from visits v
        where v.car_number = plates.car_number and v.store_id = any(${makePgArray([...stores])}::uuid[]) and v.merged_into is null
          and v.device_id <> ${manualDeviceId} and not v.corrected
      )`
    : undefined
