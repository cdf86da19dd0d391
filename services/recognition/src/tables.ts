import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What is written one row at a time; reads and visits go by whole batches, in SQL (`read/store.ts`, `visit/store.ts`). */
export const stores = pgTable('stores', {
  id: uuid().primaryKey(),
  name: text(),
  version: integer().notNull(),
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
  receivedAt: timestamp('received_at', { withTimezone: true, mode: 'date' }).notNull(),
  memberId: uuid('member_id'),
  memberName: text('member_name'),
  revision: integer().notNull(),
})
