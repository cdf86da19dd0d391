import { type BusinessHours, productTypes, termsTypes } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

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
  /** Null for an image of a former member that is still referenced: it counts as an administrator's. */
  ownerId: uuid('owner_id'),
  /** Store that the owning device had when it uploaded the image; null for other owners and images of earlier versions. */
  storeId: uuid('store_id'),
  contentType: text('content_type').notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  widths: integer().array().notNull(),
  /** Crops of number plates, as they are named in `objectName`. */
  crops: text().array().notNull().default(sql`'{}'`),
  /** Null while an entity references it. */
  unusedSince: instant('unused_since').defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
export type ImageRow = typeof images.$inferSelect

export const imageUses = pgTable('image_uses', {
  imageId: uuid('image_id').notNull(),
  entity: text({ enum: ['banner', 'product', 'store', 'notice', 'terms', 'car'] }).notNull(),
  entityId: uuid('entity_id').notNull(),
})

export const carImages = pgTable('car_images', {
  carId: uuid('car_id').primaryKey(),
  version: integer().notNull(),
  changedAt: instant('changed_at').notNull().defaultNow(),
})

export const formerMembers = pgTable('former_members', {
  id: uuid().primaryKey(),
  leftAt: instant('left_at').notNull().defaultNow(),
})

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

export const notices = pgTable('notices', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  title: text().notNull(),
  content: text().notNull(),
  pinned: boolean().notNull(),
  /** Null for a draft. */
  publishedAt: instant('published_at'),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
export type NoticeRow = typeof notices.$inferSelect

/** Maintained by triggers (migration 0007). */
export const totals = pgTable('totals', {
  entity: text({ enum: ['notices', 'stores'] }).primaryKey(),
  kept: bigint({ mode: 'number' }).notNull(),
  shown: bigint({ mode: 'number' }).notNull(),
})

export const termsVersions = pgTable('terms_versions', {
  type: text({ enum: termsTypes }).primaryKey(),
  version: integer().notNull(),
})

/** One row that counts the changes of all rows of a list. */
const revisionTable = (name: string) =>
  pgTable(name, { onlyOne: boolean('only_one').primaryKey().default(true), revision: integer().notNull() })

export const bannerRevision = revisionTable('banner_revision')

export const banners = pgTable('banners', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  title: text().notNull(),
  imageId: uuid('image_id').notNull(),
  linkUrl: text('link_url'),
  displayOrder: integer('display_order').notNull(),
  visible: boolean().notNull(),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  /** Value of `banner_revision` at the last change of this row. */
  version: integer().notNull(),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
export type BannerRow = typeof banners.$inferSelect

export const productRevision = revisionTable('product_revision')

export const products = pgTable('products', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  description: text().notNull(),
  type: text({ enum: productTypes }).notNull(),
  price: integer().notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  carLimit: integer('car_limit'),
  usesPerDay: integer('uses_per_day'),
  usesPerStay: integer('uses_per_stay').notNull().default(1),
  validityDays: integer('validity_days'),
  firstPeriodPrice: integer('first_period_price'),
  trialDays: integer('trial_days').notNull().default(0),
  commitmentPeriods: integer('commitment_periods').notNull().default(0),
  pauseDaysPerYear: integer('pause_days_per_year').notNull().default(0),
  storeIds: uuid('store_ids').array().notNull(),
  imageId: uuid('image_id'),
  onSale: boolean('on_sale').notNull(),
  displayOrder: integer('display_order').notNull(),
  /** Value of `product_revision` at the last change of this row. */
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
})
export type ProductRow = typeof products.$inferSelect
