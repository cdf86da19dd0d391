import { type BusinessHours, termsTypes } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { boolean, date, doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const appSettings = pgTable('app_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  description: text(),
  removed: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: uuid('updated_by').notNull(),
})
export type AppSettingRow = typeof appSettings.$inferSelect

export const admins = pgTable('admins', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  version: integer().notNull(),
})

export const stores = pgTable('stores', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  address: text().notNull(),
  addressDetail: text('address_detail'),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  phone: text().notNull(),
  businessHours: jsonb('business_hours').$type<BusinessHours[]>().notNull(),
  closedDates: date('closed_dates', { mode: 'string' }).array().notNull(),
  imageIds: uuid('image_ids').array().notNull(),
  visible: boolean().notNull(),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
})
export type StoreRow = typeof stores.$inferSelect

export const images = pgTable('images', {
  id: uuid().primaryKey(),
  ownerKind: text('owner_kind').$type<'device' | 'member' | 'admin'>().notNull(),
  ownerId: uuid('owner_id').notNull(),
  contentType: text('content_type').notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  widths: integer().array().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
export type ImageRow = typeof images.$inferSelect

export const terms = pgTable('terms', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  type: text({ enum: termsTypes }).notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  content: text().notNull(),
  required: boolean().notNull(),
  effectiveAt: instant('effective_at').notNull(),
  revision: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
})
export type TermsRow = typeof terms.$inferSelect

export const termsVersions = pgTable('terms_versions', {
  type: text({ enum: termsTypes }).primaryKey(),
  version: integer().notNull(),
})
