import {
  type DeadLetter,
  type DeviceRole,
  gateFailures,
  gateModes,
  plateListKinds,
  type ReadMessage,
  type RehearsalResult,
  type RehearsedSettings,
  rehearsalFailures,
  rehearsalStates,
  rejectionReasons,
  reviewReasons,
  reviewStates,
  type TimeSource,
  useDecisions,
} from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Reads and visits are written in batches with SQL (`read/queries.ts`, `visit/store-changes.ts`); these definitions
 * serve queries.
 */
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
  laneName: text('lane_name'),
  role: text().$type<DeviceRole>().notNull().default('both'),
  /** Null if the setting of all devices applies. */
  minimumConfidence: doublePrecision('minimum_confidence'),
  /** Null if the setting of all devices applies. */
  revisitSeconds: integer('revisit_seconds'),
  timeSource: text('time_source').$type<TimeSource>().notNull().default('device'),
  arrivalAngle: integer('arrival_angle'),
  gateOutput: boolean('gate_output').notNull().default(false),
  gateShowsMember: boolean('gate_shows_member').notNull().default(false),
  /** Null before the first list, and after a change of the device. */
  expectedSentAt: instant('expected_sent_at'),
  movedFrom: uuid('moved_from'),
  movedAt: instant('moved_at'),
  /** SHA-256 in hex; null once the device is removed. */
  secretHash: text('secret_hash'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  removedAt: instant('removed_at'),
  lastSeenAt: instant('last_seen_at'),
  clockSkewMs: integer('clock_skew_ms'),
  /** Skew of the clock by the reads, if they are all late by the same time; null otherwise. */
  readSkewMs: integer('read_skew_ms'),
  queueDepth: integer('queue_depth'),
  cameraOk: boolean('camera_ok'),
  firmware: text(),
  heartbeatSentAt: instant('heartbeat_sent_at'),
  longestSilenceS: integer('longest_silence_s'),
  /** Null in the first seven days. */
  previousSilenceS: integer('previous_silence_s'),
  /** When its last connection to nats-server broke; null while it is connected, and if it never was. */
  disconnectedAt: instant('disconnected_at'),
  lastError: text('last_error'),
  lastErrorAt: instant('last_error_at'),
})
export type DeviceRow = typeof devices.$inferSelect

export const deviceReads = pgTable('device_reads', {
  deviceId: uuid('device_id').notNull(),
  day: date({ mode: 'string' }).notNull(),
  reads: integer().notNull(),
  refused: integer().notNull().default(0),
})

export const plates = pgTable('plates', {
  carNumber: text('car_number').primaryKey(),
  visits: integer().notNull().default(0),
  memberId: uuid('member_id'),
  memberName: text('member_name'),
  ownerVersion: integer('owner_version').notNull().default(0),
})

/** The sum of its rows is the number of visits that are not merged. */
export const visitTotals = pgTable('visit_totals', { visits: bigint({ mode: 'number' }).notNull() })

export const memberNames = pgTable(
  'member_names',
  { memberId: uuid('member_id').notNull(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.memberId, table.name] })],
)

/** Ids of members who have left, without personal data. */
export const formerMembers = pgTable('former_members', {
  id: uuid().primaryKey(),
  leftAt: instant('left_at').notNull(),
})

export const visits = pgTable('visits', {
  id: uuid().primaryKey(),
  storeId: uuid('store_id').notNull(),
  carNumber: text('car_number').notNull(),
  deviceId: uuid('device_id').notNull(),
  firstReadAt: instant('first_read_at').notNull(),
  lastReadAt: instant('last_read_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  reads: integer().notNull(),
  late: boolean().notNull(),
  ownUntil: instant('own_until'),
  plainAt: instant('plain_at'),
  doubtfulReads: integer('doubtful_reads').notNull().default(0),
  memberId: uuid('member_id'),
  memberName: text('member_name'),
  mergedInto: uuid('merged_into'),
  productName: text('product_name'),
  remainingUses: integer('remaining_uses'),
  usedVersion: integer('used_version').notNull().default(0),
  useDecision: text('use_decision', { enum: useDecisions }),
  judgedProductId: uuid('judged_product_id'),
  judgedProductName: text('judged_product_name'),
  decisionVersion: bigint('decision_version', { mode: 'number' }).notNull().default(0),
  corrected: boolean().notNull().default(false),
  /** When the car left; null without a departure. */
  leftAt: instant('left_at'),
  revision: integer().notNull(),
})
export type VisitRow = typeof visits.$inferSelect

export const corrections = pgTable(
  'corrections',
  {
    deviceId: uuid('device_id').notNull(),
    /** The plate as the device read it, normalised. */
    readAs: text('read_as').notNull(),
    carNumber: text('car_number').notNull(),
    times: integer().notNull().default(1),
    correctedAt: instant('corrected_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.readAs, table.carNumber] })],
)

/** Only the columns that queries need. */
export const reads = pgTable('reads', {
  deviceId: uuid('device_id').notNull(),
  readId: uuid('read_id').notNull(),
  recognizedAt: instant('recognized_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  storeId: uuid('store_id').notNull(),
  carNumber: text('car_number').notNull(),
  raw: text().notNull(),
  confidence: doublePrecision().notNull(),
  direction: text({ enum: ['in', 'out'] }),
  candidates: jsonb().$type<NonNullable<ReadMessage['candidates']>>(),
  /** The legal plates among the candidates, normalised; null if there is none. */
  candidatePlates: text('candidate_plates').array(),
  imageId: uuid('image_id'),
  boundingBox: jsonb('bounding_box').$type<NonNullable<ReadMessage['boundingBox']>>(),
  rejected: text({ enum: rejectionReasons }),
  trackId: text('track_id'),
  corrected: boolean().notNull().default(false),
  doubtful: boolean().notNull().default(false),
  /** The revisit time of the device when it read; null if it had none of its own. */
  revisitSeconds: integer('revisit_seconds'),
})

/** Plates that are VIPs, staff or blocked; an entry without `storeId` is for all stores. */
export const listedPlates = pgTable('listed_plates', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  carNumber: text('car_number').notNull(),
  kind: text({ enum: plateListKinds }).notNull(),
  storeId: uuid('store_id'),
  reason: text().notNull(),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
export type ListedPlateRow = typeof listedPlates.$inferSelect

/** The rules of stores; a store without a row has the defaults. */
export const gates = pgTable('gates', {
  storeId: uuid('store_id').primaryKey(),
  mode: text({ enum: gateModes }).notNull().default('automatic'),
  whenUnavailable: text('when_unavailable', { enum: gateFailures }).notNull().default('closed'),
})

export const readReviews = pgTable('read_reviews', {
  readId: uuid('read_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  storeId: uuid('store_id').notNull(),
  recognizedAt: instant('recognized_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  /** The plate as read, normalised. */
  readAs: text('read_as').notNull(),
  raw: text().notNull(),
  confidence: doublePrecision().notNull(),
  candidates: jsonb().$type<NonNullable<ReadMessage['candidates']>>(),
  imageId: uuid('image_id'),
  boundingBox: jsonb('bounding_box').$type<NonNullable<ReadMessage['boundingBox']>>(),
  trackId: text('track_id'),
  reason: text({ enum: reviewReasons }).notNull(),
  state: text({ enum: reviewStates }).notNull().default('open'),
  /** The plate with which it was accepted. */
  carNumber: text('car_number'),
  visitId: uuid('visit_id'),
  decidedAt: instant('decided_at'),
})
export type ReadReviewRow = typeof readReviews.$inferSelect

/** Past periods whose visits are computed again with other settings. */
export const rehearsals = pgTable('rehearsals', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  since: instant('since').notNull(),
  until: instant('until').notNull(),
  storeId: uuid('store_id'),
  settings: jsonb().$type<RehearsedSettings>().notNull(),
  current: jsonb().$type<RehearsedSettings>().notNull(),
  state: text({ enum: rehearsalStates }).notNull().default('running'),
  failure: text({ enum: rehearsalFailures }),
  reads: integer().notNull().default(0),
  readsTotal: integer('reads_total'),
  result: jsonb().$type<RehearsalResult>(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** Time until which the process that computes it has last reported: its lease. */
  aliveAt: instant('alive_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
})

export const deadLetters = pgTable('dead_letters', {
  id: uuid().primaryKey(),
  receivedAt: instant('received_at').notNull(),
  buriedAt: instant('buried_at').notNull(),
  letter: json().$type<DeadLetter>(),
  deviceId: uuid('device_id'),
  takenAt: instant('taken_at'),
  settledAt: instant('settled_at'),
})
export type DeadLetterRow = typeof deadLetters.$inferSelect
