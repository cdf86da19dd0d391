import { orderStates, productTypes, type RecordedVisit, userProductStates } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const storeIds = () => jsonb('store_ids').$type<string[]>().notNull()

export const products = pgTable('products', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  type: text({ enum: productTypes }).notNull(),
  price: integer().notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  storeIds: storeIds(),
  onSale: boolean('on_sale').notNull(),
  removed: boolean().notNull(),
  version: integer().notNull(),
})
export type ProductRow = typeof products.$inferSelect

export const stores = pgTable('stores', {
  id: uuid().primaryKey(),
  name: text(),
  version: integer().notNull(),
})

export const members = pgTable('members', {
  id: uuid().primaryKey(),
  name: text(),
  email: text(),
  phoneNumber: text('phone_number'),
  leftAt: instant('left_at'),
  version: integer().notNull(),
})
export type MemberRow = typeof members.$inferSelect

export const cars = pgTable('cars', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  carNumber: text('car_number').notNull(),
  since: instant('since').notNull(),
  removed: boolean().notNull(),
  version: integer().notNull(),
})

export const cards = pgTable('cards', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  customerUid: text('customer_uid').notNull(),
  issuer: text().notNull(),
  maskedNumber: text('masked_number').notNull(),
  alias: text(),
  main: boolean().notNull(),
  state: text({ enum: ['pending', 'kept', 'removed'] }).notNull(),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
  revokedAt: instant('revoked_at'),
})
export type CardRow = typeof cards.$inferSelect

export const userProducts = pgTable('user_products', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  productId: uuid('product_id').notNull(),
  productName: text('product_name').notNull(),
  type: text({ enum: productTypes }).notNull(),
  price: integer().notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  storeIds: storeIds(),
  state: text({ enum: userProductStates }).notNull(),
  remainingUses: integer('remaining_uses'),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
  nextBillingAt: instant('next_billing_at'),
  dueAt: instant('due_at'),
  orderId: uuid('order_id'),
  refunding: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
})
export type UserProductRow = typeof userProducts.$inferSelect

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  merchantUid: text('merchant_uid').notNull(),
  memberId: uuid('member_id').notNull(),
  productId: uuid('product_id').notNull(),
  productName: text('product_name').notNull(),
  productType: text('product_type', { enum: productTypes }).notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  storeIds: storeIds(),
  carId: uuid('car_id'),
  amount: integer().notNull(),
  refundedAmount: integer('refunded_amount').notNull().default(0),
  state: text({ enum: orderStates }).notNull(),
  paymentUid: text('payment_uid'),
  paidAt: instant('paid_at'),
  refundedAt: instant('refunded_at'),
  failReason: text('fail_reason'),
  userProductId: uuid('user_product_id'),
  renews: uuid(),
  renewalDueAt: instant('renewal_due_at'),
  renewalAttempt: integer('renewal_attempt'),
  expiresAt: instant('expires_at'),
  checkAt: instant('check_at'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
})
export type OrderRow = typeof orders.$inferSelect

export const ledger = pgTable('ledger', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  at: instant('at').notNull(),
  fromState: text('from_state', { enum: orderStates }),
  toState: text('to_state', { enum: orderStates }).notNull(),
  cause: text().notNull(),
  amount: integer(),
  paid: integer().notNull().default(0),
  refunded: integer().notNull().default(0),
  actorId: uuid('actor_id'),
  payment: jsonb().$type<unknown>(),
  requestId: text('request_id'),
})

export const intents = pgTable('intents', {
  id: uuid().primaryKey(),
  orderId: uuid('order_id').notNull(),
  kind: text({ enum: ['charge', 'cancel'] }).notNull(),
  state: text({ enum: ['open', 'done', 'refused', 'lost'] }).notNull(),
  cardId: uuid('card_id'),
  paymentUid: text('payment_uid'),
  amount: integer().notNull(),
  cancellable: integer(),
  cause: text().notNull(),
  reason: text(),
  actorId: uuid('actor_id'),
  requestKey: text('request_key'),
  requestHash: text('request_hash'),
  outcome: text(),
  attempts: integer().notNull().default(0),
  sentAt: instant('sent_at'),
  tryAt: instant('try_at'),
  createdAt: instant('created_at').notNull(),
})
export type IntentRow = typeof intents.$inferSelect

export const webhooks = pgTable('webhooks', {
  impUid: text('imp_uid').notNull(),
  status: text().notNull(),
  cancellationId: text('cancellation_id').notNull(),
  orderId: uuid('order_id').notNull(),
  receivedAt: instant('received_at').notNull(),
  doneAt: instant('done_at'),
})

export const useLogs = pgTable('use_logs', {
  id: uuid().primaryKey(),
  userProductId: uuid('user_product_id').notNull(),
  memberId: uuid('member_id').notNull(),
  productName: text('product_name').notNull(),
  storeId: uuid('store_id').notNull(),
  storeName: text('store_name').notNull(),
  carNumber: text('car_number').notNull(),
  usedAt: instant('used_at').notNull(),
  visitId: uuid('visit_id'),
  reversedAt: instant('reversed_at'),
  reverseReason: text('reverse_reason'),
  reversedBy: uuid('reversed_by'),
  createdAt: instant('created_at').notNull(),
})
export type UseLogRow = typeof useLogs.$inferSelect

/** The fields of a visit that decide which product it uses. */
export type VisitSnapshot = Pick<
  RecordedVisit,
  | 'id'
  | 'memberId'
  | 'storeId'
  | 'storeName'
  | 'carNumber'
  | 'recognizedAt'
  | 'receivedAt'
  | 'late'
  | 'mergedInto'
  | 'revision'
>

export const visits = pgTable('visits', {
  id: uuid().primaryKey(),
  revision: integer().notNull(),
  /** In the revision that was decided last; its times are ISO texts. */
  visit: jsonb().$type<VisitSnapshot>().notNull(),
  seenAt: instant('seen_at').notNull(),
})

export const clock = pgTable('clock', {
  onlyOne: boolean('only_one').primaryKey().default(sql`true`),
  aheadSeconds: bigint('ahead_seconds', { mode: 'number' }).notNull(),
})

export const totals = pgTable('totals', {
  entity: text({ enum: ['orders', 'user_products', 'use_logs'] }).notNull(),
  part: smallint().notNull(),
  kept: bigint({ mode: 'number' }).notNull(),
})
