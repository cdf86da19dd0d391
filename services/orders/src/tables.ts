import {
  cashReceiptKinds,
  type DunningReason,
  type JudgedProduct,
  orderStates,
  owedReturnCauses,
  owedReturnEnds,
  owedReturnReasons,
  type PaymentDetails,
  type PlanTerms,
  payMethods,
  priceAnswerKinds,
  priceChangeKinds,
  productTypes,
  type RecordedVisit,
  type UseDecision,
  userProductStates,
} from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
/** Null in rows of earlier versions, which have none. */
const planTerms = () => jsonb('plan_terms').$type<PlanTerms>()
const storeIds = () => jsonb('store_ids').$type<string[]>().notNull()

export const products = pgTable('products', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  type: text({ enum: productTypes }).notNull(),
  price: integer().notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  carLimit: integer('car_limit'),
  usesPerDay: integer('uses_per_day'),
  usesPerStay: integer('uses_per_stay').notNull().default(1),
  planTerms: planTerms(),
  storeIds: storeIds(),
  onSale: boolean('on_sale').notNull(),
  removed: boolean().notNull(),
  /** Whether the subscriptions of the removed product end with their periods. */
  stopsSubscriptions: boolean('stops_subscriptions').notNull().default(false),
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
  /** Registration number of the business that owns the car; staff enter it for receipts. */
  businessNumber: text('business_number'),
  version: integer().notNull(),
})

export const cards = pgTable('cards', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  customerUid: text('customer_uid').notNull(),
  issuer: text().notNull(),
  maskedNumber: text('masked_number').notNull(),
  /** The provider's API by which it was registered, and is charged. */
  api: text({ enum: ['v1', 'v2'] })
    .notNull()
    .default('v1'),
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

/** The state of an unpaid renewal since its first failed charge. */
export type StoredDunning = {
  /** When the first charge failed, as ISO text. */
  since: string
  /** Why the last charge failed. */
  reason: DunningReason
  /** Number of failed scheduled charges, without those that were retried within an hour. */
  scheduledTries: number
  /** Number of failed charges that the member started before the scheduled ones. */
  otherTries: number
}

/**
 * Why a subscription ended. `expired`: a granted one after its period; `withdrawn`: refunded or taken back; `unknown`: by an earlier
 * version.
 */
const endCauses = [
  'stopped',
  'unpaid',
  'left',
  'withdrawn',
  'replaced',
  'expired',
  'productDeleted',
  'unknown',
] as const
export type EndCause = (typeof endCauses)[number]

export const coupons = pgTable('coupons', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  /** Normalised; null: the coupon applies without a code. */
  code: text(),
  discountWon: integer('discount_won'),
  discountPercent: integer('discount_percent'),
  maximumDiscount: integer('maximum_discount'),
  /** Number of payments of a subscription to which it applies; null for all. */
  payments: integer(),
  productIds: jsonb('product_ids').$type<string[]>().notNull(),
  storeIds: storeIds(),
  fromDate: date('from_date', { mode: 'string' }),
  untilDate: date('until_date', { mode: 'string' }),
  limitTotal: integer('limit_total'),
  limitPerMember: integer('limit_per_member'),
  /** Number of orders that have it; triggers maintain it while there is a total limit. Add the number in `totals`. */
  redeemed: integer().notNull().default(0),
  endedAt: instant('ended_at'),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
})
export type CouponRow = typeof coupons.$inferSelect

/**
 * The copy of a coupon in an order or a subscription. `payments` is the number of payments to which it applies: in an
 * order including its own, in a subscription the remaining ones.
 */
export type KeptCoupon = Pick<
  CouponRow,
  'id' | 'name' | 'code' | 'discountWon' | 'discountPercent' | 'maximumDiscount' | 'payments'
> & {
  /** Whether the coupon had a total limit. */
  limited: boolean
}

/** A plan to which a member agreed for the time after the current period. */
export type NextPlan = {
  productId: string
  productName: string
  price: number
  planTerms: PlanTerms
  billingMonths: number
  useLimit: number | null
  carLimit: number | null
  usesPerDay: number | null
  usesPerStay: number
  storeIds: string[]
}

/** A new price of a subscription, as its member was notified of it. Times are ISO texts. */
export type AnnouncedPrice = {
  /** Id of the row of `price_changes`; null for the price before a raise that was withdrawn after its day. */
  id: string | null
  price: number
  /** The price applies to periods that begin at this time or later. */
  from: string
  notifiedAt: string
  /** The latest answer of the member. */
  answer: { accepted: boolean; at: string } | null
  /**
   * The agreed price that it replaces, and since when: it applies to periods before the new price, and if the new price
   * is withdrawn.
   */
  before?: { price: number; from: string } | null
}

export const userProducts = pgTable('user_products', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  productId: uuid('product_id').notNull(),
  productName: text('product_name').notNull(),
  type: text({ enum: productTypes }).notNull(),
  price: integer().notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  carLimit: integer('car_limit'),
  /** The car to which it is bound; null for any car, or while no car is chosen. */
  carId: uuid('car_id'),
  /** When the member moved it from one car to another. */
  carMovedAt: instant('car_moved_at'),
  usesPerDay: integer('uses_per_day'),
  usesPerStay: integer('uses_per_stay').notNull().default(1),
  planTerms: planTerms(),
  /** Number of paid periods, including the current one; 0 in the trial. */
  periodsPaid: integer('periods_paid').notNull().default(1),
  storeIds: storeIds(),
  state: text({ enum: userProductStates }).notNull(),
  remainingUses: integer('remaining_uses'),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
  nextBillingAt: instant('next_billing_at'),
  dueAt: instant('due_at'),
  dunning: jsonb().$type<StoredDunning>(),
  retryRequestedAt: instant('retry_requested_at'),
  /** Time from which the periods are counted; null for `startsAt`. */
  anchorAt: instant('anchor_at'),
  /** Start of the current period; null if it follows from the anchor. */
  periodStartsAt: instant('period_starts_at'),
  /** The latest pause, until it ends or was ended. */
  pausedAt: instant('paused_at'),
  pausedUntil: instant('paused_until'),
  /** Milliseconds of all pauses of the current period. */
  pausedMs: bigint('paused_ms', { mode: 'number' }).notNull().default(0),
  /** The calendar year in Asia/Seoul to which `pauseDays` belongs, the days for which the member has paused it. */
  pauseYear: integer('pause_year'),
  pauseDays: integer('pause_days').notNull().default(0),
  /** When the member requested a stop before the end of the commitment. */
  stopRequestedAt: instant('stop_requested_at'),
  /** The plan to which it changes when its period ends. */
  nextPlan: jsonb('next_plan').$type<NextPlan>(),
  /** A price that was announced to the member and has not taken effect. */
  priceChange: jsonb('price_change').$type<AnnouncedPrice>(),
  /** The prices before `price`, the oldest first, each with the time until which it applied (ISO text). */
  earlierPrices: jsonb('earlier_prices').$type<{ price: number; until: string }[]>(),
  orderId: uuid('order_id'),
  /** Coupon of its next renewal; null for none. */
  coupon: jsonb().$type<KeptCoupon>(),
  refunding: boolean().notNull().default(false),
  /** When a subscription ended, and why; null before, and for other products. */
  endedAt: instant('ended_at'),
  endCause: text('end_cause', { enum: endCauses }),
  /** The end of a period that was announced to the member, and whether it was announced as a renewal. */
  announcedEnd: instant('announced_end'),
  announcedRenewal: boolean('announced_renewal'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
})
export type UserProductRow = typeof userProducts.$inferSelect

export const priceChanges = pgTable('price_changes', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  productId: uuid('product_id').notNull(),
  kind: text({ enum: priceChangeKinds }).notNull(),
  price: integer().notNull(),
  fromDate: date('from_date', { mode: 'string' }).notNull(),
  announcedAt: instant('announced_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  /** Time from which no further subscription gets the price. */
  closedAt: instant('closed_at'),
})
export type PriceChangeRow = typeof priceChanges.$inferSelect

/** Answers of members to a raise. Rows are only added, except that `reason` is erased when the member leaves. */
export const priceAnswers = pgTable('price_answers', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  priceChangeId: uuid('price_change_id').notNull(),
  userProductId: uuid('user_product_id').notNull(),
  memberId: uuid('member_id').notNull(),
  answer: text({ enum: priceAnswerKinds }).notNull(),
  oldPrice: integer('old_price').notNull(),
  newPrice: integer('new_price').notNull(),
  startsAt: instant('starts_at').notNull(),
  textVersion: integer('text_version').notNull(),
  source: text({ enum: ['member', 'staff'] }).notNull(),
  recordedBy: uuid('recorded_by'),
  reason: text(),
  answeredAt: instant('answered_at').notNull(),
})

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  merchantUid: text('merchant_uid').notNull(),
  memberId: uuid('member_id').notNull(),
  productId: uuid('product_id').notNull(),
  productName: text('product_name').notNull(),
  productType: text('product_type', { enum: productTypes }).notNull(),
  billingMonths: integer('billing_months'),
  useLimit: integer('use_limit'),
  carLimit: integer('car_limit'),
  usesPerDay: integer('uses_per_day'),
  usesPerStay: integer('uses_per_stay').notNull().default(1),
  storeIds: storeIds(),
  carId: uuid('car_id'),
  planTerms: planTerms(),
  /** Price of a later period; null in rows of earlier versions, where it is `amount`. */
  periodPrice: integer('period_price'),
  /** Whether the order is for the free days of a subscription, instead of a paid period. */
  trial: boolean().notNull().default(false),
  /**
   * The plan that this order replaces, with the end of its paid period at that time and the value of its unused days in
   * won.
   */
  replaces: uuid(),
  replacedUntil: instant('replaced_until'),
  credit: integer().notNull().default(0),
  /** The store at whose counter it was sold; null for any other order. */
  storeId: uuid('store_id'),
  /** Amount after the discount. */
  amount: integer().notNull(),
  discount: integer().notNull().default(0),
  coupon: jsonb().$type<KeptCoupon>(),
  refundedAmount: integer('refunded_amount').notNull().default(0),
  state: text({ enum: orderStates }).notNull(),
  /** The provider's API by which it is paid; `both` if a card of the other API was charged for it. */
  api: text({ enum: ['v1', 'v2', 'both'] })
    .notNull()
    .default('v1'),
  /** The method that the member wants to use in the provider's window. */
  payMethod: text('pay_method', { enum: payMethods }),
  paymentUid: text('payment_uid'),
  paymentDetails: jsonb('payment_details').$type<PaymentDetails>(),
  accountDueAt: instant('account_due_at'),
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
  /** When the provider moved the money; null if that is `at`. */
  movedAt: instant('moved_at'),
  actorId: uuid('actor_id'),
  payment: jsonb().$type<unknown>(),
  requestId: text('request_id'),
})
export type LedgerInsert = typeof ledger.$inferInsert

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
  refundAccount: text('refund_account'),
  requestKey: text('request_key'),
  requestHash: text('request_hash'),
  outcome: text(),
  attempts: integer().notNull().default(0),
  sentAt: instant('sent_at'),
  tryAt: instant('try_at'),
  createdAt: instant('created_at').notNull(),
})
export type IntentRow = typeof intents.$inferSelect

export const owedReturns = pgTable('owed_returns', {
  id: uuid().primaryKey(),
  orderId: uuid('order_id').notNull(),
  memberId: uuid('member_id').notNull(),
  paymentUid: text('payment_uid').notNull(),
  amount: integer().notNull(),
  cause: text({ enum: owedReturnCauses }).notNull(),
  since: instant('since').notNull(),
  needsAccount: boolean('needs_account').notNull(),
  refusals: integer().notNull().default(0),
  lastReason: text('last_reason', { enum: owedReturnReasons }),
  nextTryAt: instant('next_try_at'),
  settledAt: instant('settled_at'),
  settledHow: text('settled_how', { enum: owedReturnEnds }),
  settledBy: uuid('settled_by'),
  settleReason: text('settle_reason'),
})
export type OwedReturnRow = typeof owedReturns.$inferSelect

/** The receipt for the tax office of a sale at a counter. A job changes the issued receipt to what is wanted. */
export const cashReceipts = pgTable('cash_receipts', {
  orderId: uuid('order_id').primaryKey(),
  /** Counts the receipts of the order: each has a name of its own at the provider. */
  serial: integer().notNull().default(1),
  /** `none`: the provider has no receipt of this number; `sent`: it may have one. */
  state: text({ enum: ['none', 'sent', 'issued', 'refused'] }).notNull(),
  /** Amount in won of the wanted receipt; 0 for no receipt. */
  wanted: integer().notNull(),
  /** Amount in won of the issued receipt. */
  issued: integer(),
  kind: text({ enum: cashReceiptKinds }).notNull(),
  /** The recipient, encrypted; erased after 30 days, and when the member leaves. */
  identifier: text(),
  number: text(),
  url: text(),
  refusal: text(),
  attempts: integer().notNull().default(0),
  /** Number of times that the provider did not know the receipt long after it was sent. */
  timesLost: integer('times_lost').notNull().default(0),
  sentAt: instant('sent_at'),
  tryAt: instant('try_at'),
  createdAt: instant('created_at').notNull(),
  /**
   * Time since which it differs from what is wanted; kept while it is refused. Null if it does not differ, and in rows
   * of an earlier version.
   */
  openSince: instant('open_since'),
})
export type CashReceiptRow = typeof cashReceipts.$inferSelect

export const settlementFiles = pgTable('settlement_files', {
  id: uuid().primaryKey(),
  fileName: text('file_name').notNull(),
  contentHash: text('content_hash').notNull(),
  fromDay: date('from_day', { mode: 'string' }).notNull(),
  toDay: date('to_day', { mode: 'string' }).notNull(),
  rowCount: integer('row_count').notNull(),
  importedAt: instant('imported_at').notNull(),
  importedBy: uuid('imported_by'),
})
export type SettlementFileRow = typeof settlementFiles.$inferSelect

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
  byHand: boolean('by_hand').notNull().default(false),
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
  | 'doubtful'
  | 'revision'
> & {
  /**
   * A recognizer read this plate: no administrator noted or corrected the visit. Rows of an earlier version lack the
   * field.
   */
  recognized?: true
  /** When this revision was stored in VISITS; rows of an earlier version lack the field. */
  publishedAt?: string
}

/** Whether a visit used a product, or why not; null for a visit of no member. */
export type StoredDecision = {
  carNumber?: string
  useDecision: UseDecision | null
  judgedProduct: JudgedProduct | null
}

export const visits = pgTable('visits', {
  id: uuid().primaryKey(),
  revision: integer().notNull(),
  /** The visit in the revision that was decided last; its times are ISO texts. */
  visit: jsonb().$type<VisitSnapshot>().notNull(),
  /** The last emitted decision; null before the first. */
  decision: jsonb().$type<StoredDecision>(),
  seenAt: instant('seen_at').notNull(),
})

/** The stores to which members come; triggers fill it from visits that a recognizer read. */
export const memberStores = pgTable('member_stores', {
  memberId: uuid('member_id').notNull(),
  storeId: uuid('store_id').notNull(),
  /** Whether other services have been notified. */
  emitted: boolean().notNull().default(false),
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
