import type { DeadLetter } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** What is written one row at a time; reads and visits go by whole batches, in SQL (`read/store.ts`, `visit/store.ts`). */
export const stores = pgTable('stores', {
  id: uuid().primaryKey(),
  name: text(),
  closed: boolean().notNull().default(false),
  version: integer().notNull(),
})

export const devices = pgTable('devices', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  storeId: uuid('store_id').notNull(),
  name: text().notNull(),
  /** Hex. */
  secretHash: text('secret_hash'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  removedAt: instant('removed_at'),
  lastSeenAt: instant('last_seen_at'),
  clockSkewMs: integer('clock_skew_ms'),
  lastError: text('last_error'),
  lastErrorAt: instant('last_error_at'),
})
export type DeviceRow = typeof devices.$inferSelect

export const deviceReads = pgTable('device_reads', {
  deviceId: uuid('device_id').notNull(),
  day: date({ mode: 'string' }).notNull(),
  reads: integer().notNull(),
})

export const plates = pgTable('plates', {
  carNumber: text('car_number').primaryKey(),
  visits: integer().notNull().default(0),
  memberId: uuid('member_id'),
  memberName: text('member_name'),
  ownerVersion: integer('owner_version').notNull().default(0),
})

export const visits = pgTable('visits', {
  id: uuid().primaryKey(),
  carNumber: text('car_number').notNull(),
  receivedAt: instant('received_at').notNull(),
  memberId: uuid('member_id'),
  memberName: text('member_name'),
  revision: integer().notNull(),
})

export const deadLetters = pgTable('dead_letters', {
  id: uuid().primaryKey(),
  receivedAt: instant('received_at').notNull(),
  buriedAt: instant('buried_at').notNull(),
  letter: json().$type<DeadLetter>(),
  takenAt: instant('taken_at'),
  settledAt: instant('settled_at'),
})
export type DeadLetterRow = typeof deadLetters.$inferSelect
