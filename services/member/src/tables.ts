import {
  type AlertChannel,
  type AlertKind,
  type ApiKey,
  adminRoles,
  type ChosenSwitches,
  channelNames,
  codePurposes,
  deliveryStates,
  disabledReasons,
  genders,
  messageChannels,
  messageKinds,
  messageStates,
  type OrderRecord,
  providers,
  pushPlatforms,
  roles,
  termsTypes,
  type UserProduct,
  verificationPurposes,
  type WebhookEventType,
  webhookErrors,
} from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Task } from './task/task.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const admins = pgTable('admins', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  email: text().notNull(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text({ enum: adminRoles }).notNull().default('owner'),
  storeIds: uuid('store_ids').array(),
  disabled: boolean().notNull().default(false),
  secondFactor: boolean('second_factor').notNull().default(false),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastLoginAt: instant('last_login_at'),
  /** E.164. */
  alertPhone: text('alert_phone'),
})
export type AdminRow = typeof admins.$inferSelect

/** Invitations of administrators. */
export const invitations = pgTable('invitations', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  tokenHash: bytes('token_hash').notNull(),
  role: text({ enum: adminRoles }).notNull(),
  storeIds: uuid('store_ids').array(),
  email: text(),
  name: text(),
  invitedBy: uuid('invited_by').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  withdrawnAt: instant('withdrawn_at'),
})
export type InvitationRow = typeof invitations.$inferSelect

/** API keys of programs. A deleted key stays, so that the audit log has its name. */
export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  permissions: text().array().$type<ApiKey['permissions']>().notNull(),
  storeIds: uuid('store_ids').array(),
  secretHash: bytes('secret_hash').notNull(),
  previousHash: bytes('previous_hash'),
  /** Until when the previous secret works. */
  overlapUntil: instant('overlap_until'),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  rotatedAt: instant('rotated_at'),
  lastUsedAt: instant('last_used_at'),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})
export type ApiKeyRow = typeof apiKeys.$inferSelect

/** Endpoints of partners for webhooks; their secrets are encrypted. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  url: text().notNull(),
  eventTypes: text('event_types').array().$type<WebhookEventType[]>().notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  sealedPrevious: text('sealed_previous'),
  /** Until when requests are signed with the previous secret too. */
  overlapUntil: instant('overlap_until'),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  rotatedAt: instant('rotated_at'),
  disabledAt: instant('disabled_at'),
  disabledReason: text('disabled_reason', { enum: disabledReasons }),
  /** Failed tries since the last success; the next one begins at `runAt`. */
  failures: integer().notNull().default(0),
  failingSince: instant('failing_since'),
  runAt: instant('run_at').notNull().defaultNow(),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
})
export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect

/** Rules by which administrators are alerted; `storeIds` null: all stores. */
export const alertRules = pgTable('alert_rules', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  kind: text().$type<AlertKind>().notNull(),
  threshold: integer().notNull(),
  storeIds: uuid('store_ids').array(),
  channels: text().array().$type<AlertChannel[]>().notNull(),
  roles: text({ enum: adminRoles }).array().notNull(),
  adminIds: uuid('admin_ids').array().notNull(),
  /** HH:MM in Asia/Seoul. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  /** Null: an open alert is not reported again only because it stays open. */
  repeatHours: integer('repeat_hours'),
  enabled: boolean().notNull().default(true),
  createdAt: instant('created_at').notNull().defaultNow(),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
})
export type AlertRuleRow = typeof alertRules.$inferSelect

/** Alerts, with the fields of their rule at the time at which they opened. */
export const alerts = pgTable('alerts', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  ruleId: uuid('rule_id').notNull(),
  kind: text().$type<AlertKind>().notNull(),
  storeId: uuid('store_id'),
  storeName: text('store_name'),
  count: integer().notNull(),
  names: text().array().notNull(),
  targetId: uuid('target_id'),
  threshold: integer().notNull(),
  channels: text().array().$type<AlertChannel[]>().notNull(),
  roles: text({ enum: adminRoles }).array().notNull(),
  adminIds: uuid('admin_ids').array().notNull(),
  since: instant('since'),
  openedAt: instant('opened_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
  notifiedAt: instant('notified_at').notNull().default(sql`clock_timestamp()`),
  notifiedCount: integer('notified_count').notNull().default(0),
  notifiedNames: text('notified_names').array().notNull().default([]),
  closedAt: instant('closed_at'),
})
export type AlertRow = typeof alerts.$inferSelect

/** The time up to which an administrator has seen alerts. */
export const alertSeen = pgTable('alert_seen', {
  adminId: uuid('admin_id').primaryKey(),
  seenUntil: instant('seen_until').notNull(),
})

/** Events that were or can be sent to endpoints. */
export const webhookEvents = pgTable('webhook_events', {
  id: uuid().primaryKey(),
  type: text().notNull(),
  key: text().notNull(),
  /** Null if the event had data of a member who has left. */
  body: text(),
  memberId: uuid('member_id'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Events on their way to an endpoint. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  endpointId: uuid('endpoint_id').notNull(),
  eventId: uuid('event_id').notNull(),
  key: text().notNull(),
  state: text({ enum: deliveryStates }).notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  runAt: instant('run_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** The delivery is not sent after this time; null without a deadline. */
  expiresAt: instant('expires_at'),
})

export const webhookTries = pgTable('webhook_tries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  deliveryId: bigint('delivery_id', { mode: 'number' }).notNull(),
  at: instant('at').notNull().defaultNow(),
  status: integer(),
  error: text({ enum: webhookErrors }),
  response: text(),
  milliseconds: integer().notNull(),
})

/** Links with which an administrator sets a new password. */
export const passwordLinks = pgTable('password_links', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  tokenHash: bytes('token_hash').notNull(),
  adminId: uuid('admin_id').notNull(),
  /** The owner who made the link; null if it was mailed on request. */
  madeBy: uuid('made_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})
export type PasswordLinkRow = typeof passwordLinks.$inferSelect

/** Authenticator apps of administrators. An app without `confirmedAt` affects no sign-in. */
export const totpSecrets = pgTable('totp_secrets', {
  adminId: uuid('admin_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: integer('last_step').notNull().default(0),
})
export type TotpRow = typeof totpSecrets.$inferSelect

/** Recovery codes that were not used yet. */
export const recoveryCodes = pgTable('recovery_codes', {
  adminId: uuid('admin_id').notNull(),
  hash: bytes().notNull(),
})

/** Passkeys of administrators. */
export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  adminId: uuid('admin_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  name: text().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})
export type PasskeyRow = typeof passkeys.$inferSelect

/** Challenges that no browser has used yet. Those without `adminId` are of sign-ins. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  adminId: uuid('admin_id'),
  expiresAt: instant('expires_at').notNull(),
})

/** Devices and networks from which administrators signed in. */
export const adminDevices = pgTable(
  'admin_devices',
  { adminId: uuid('admin_id').notNull(), hash: bytes().notNull(), seenAt: instant('seen_at').notNull() },
  (table) => [primaryKey({ columns: [table.adminId, table.hash] })],
)

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  role: text({ enum: roles }).notNull(),
  accountId: uuid('account_id').notNull(),
  generation: integer().notNull().default(1),
  issuedAt: instant('issued_at').notNull(),
  rotatedAt: instant('rotated_at').notNull(),
  pairUsed: boolean('pair_used').notNull().default(false),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
  endReason: text('end_reason', {
    enum: [
      'logout',
      'reused',
      'crowded',
      'disabled',
      'passwordChanged',
      'secondFactorChanged',
      'revoked',
      'passwordReset',
      'phoneReleased',
      'endedByAdmin',
      'unlinked',
      'left',
      'removed',
    ],
  }),
  device: text(),
  address: text(),
})
export type SessionRow = typeof sessions.$inferSelect

export const screens = pgTable('screens', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  storeId: uuid('store_id').notNull(),
  name: text().notNull(),
  consoleVersion: text('console_version'),
  lastSeenAt: instant('last_seen_at'),
  seenBy: text('seen_by'),
  gone: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
})
export type ScreenRow = typeof screens.$inferSelect

/** Browsers that show a code to become a screen. `screenId`: null until an administrator enters the code. */
export const screenPairings = pgTable('screen_pairings', {
  tokenHash: bytes('token_hash').primaryKey(),
  code: text().notNull().unique(),
  screenId: uuid('screen_id'),
  expiresAt: instant('expires_at').notNull(),
})

/** Stores that were closed for good. */
export const closedStores = pgTable('closed_stores', { id: uuid().primaryKey() })

export const failedAttempts = pgTable('failed_attempts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  purpose: text({
    enum: ['login', 'join', 'setup', 'password', 'forgot', 'social', 'email', 'passkey', 'pairing'],
  }).notNull(),
  account: bytes().notNull(),
  address: bytes().notNull(),
  at: instant('at').notNull(),
})

export const members = pgTable('members', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  provider: text({ enum: providers }).notNull(),
  email: text(),
  passwordHash: text('password_hash'),
  socialSubject: text('social_subject'),
  socialGrant: text('social_grant'),
  linkedAt: instant('linked_at'),
  name: text().notNull(),
  gender: text({ enum: genders }).notNull(),
  birthDate: date('birth_date', { mode: 'string' }).notNull(),
  phoneNumber: text('phone_number'),
  phoneVerifiedAt: instant('phone_verified_at'),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
export type MemberRow = typeof members.$inferSelect

export const formerMembers = pgTable('former_members', {
  id: uuid().primaryKey(),
  provider: text({ enum: providers }).notNull(),
  joinedAt: instant('joined_at').notNull(),
  leftAt: instant('left_at').notNull(),
})

export const terms = pgTable('terms', {
  id: uuid().primaryKey(),
  type: text({ enum: termsTypes }).notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  required: boolean().notNull(),
  effectiveAt: instant('effective_at').notNull(),
  removed: boolean().notNull(),
  revision: integer().notNull(),
})
export type TermsRow = typeof terms.$inferSelect

export const agreements = pgTable('agreements', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  memberId: uuid('member_id').notNull(),
  termsId: uuid('terms_id').notNull(),
  type: text({ enum: termsTypes }).notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  required: boolean().notNull(),
  channel: text({ enum: ['join', 'me'] }).notNull(),
  agreedAt: instant('agreed_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
})

export const tasks = pgTable('tasks', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  task: jsonb().$type<Task>().notNull(),
  attempts: integer().notNull().default(0),
  runAt: instant('run_at').notNull().defaultNow(),
  giveUpAt: instant('give_up_at').notNull(),
})

export const carBrands = pgTable('car_brands', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  position: integer().notNull(),
  models: text().array().notNull(),
})

export const phoneVerifications = pgTable('phone_verifications', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  provider: text({ enum: providers }).notNull(),
  phoneNumber: text('phone_number').notNull(),
  purpose: text({ enum: codePurposes }),
  wrongTries: integer('wrong_tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

/** Each code that was sent. Rows are inserted by a trigger (migration 0014). */
export const phoneCodes = pgTable('phone_codes', {
  id: uuid().primaryKey(),
  /** The administrator who requested a code of purpose `alertPhone`. */
  adminId: uuid('admin_id'),
  provider: text({ enum: providers }).notNull(),
  phoneNumber: text('phone_number').notNull(),
  purpose: text({ enum: codePurposes }),
  wrongTries: integer('wrong_tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

export const verificationTokens = pgTable('verification_tokens', {
  hash: bytes().primaryKey(),
  provider: text({ enum: providers }).notNull(),
  phoneNumber: text('phone_number').notNull(),
  purpose: text({ enum: verificationPurposes }),
  expiresAt: instant('expires_at').notNull(),
})

export const codeSends = pgTable('code_sends', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  number: bytes().notNull(),
  prefix: bytes().notNull(),
  network: bytes(),
  account: bytes(),
  at: instant('at').notNull(),
})

export const alertTalks = pgTable('alert_talks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  adminId: uuid('admin_id').notNull(),
  at: instant('at').notNull().default(sql`clock_timestamp()`),
})

export const smsOutbox = pgTable('sms_outbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  channel: text({ enum: channelNames }).notNull().default('sms'),
  recipient: text().notNull(),
  /** Subject of a mail or a notification; null for an SMS. */
  subject: text(),
  text: text().notNull(),
  sentAt: instant('sent_at').notNull().default(sql`clock_timestamp()`),
})

/** Apps that get notifications. */
export const pushTokens = pgTable('push_tokens', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  memberId: uuid('member_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  token: text().notNull(),
  platform: text({ enum: pushPlatforms }).notNull(),
  seenAt: instant('seen_at').notNull().defaultNow(),
})

/** What members have switched on or off. */
export const notificationSettings = pgTable('notification_settings', {
  memberId: uuid('member_id').primaryKey(),
  switches: jsonb().$type<ChosenSwitches>().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** The channels that the owner chose. */
export const messageKindRows = pgTable('message_kinds', {
  kind: text({ enum: messageKinds }).primaryKey(),
  channels: text({ enum: messageChannels }).array().notNull(),
})

/** Events of which members have to be notified. */
export const messages = pgTable('messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  factId: uuid('fact_id').notNull(),
  kind: text({ enum: messageKinds }).notNull(),
  channel: text({ enum: messageChannels }).notNull(),
  memberId: uuid('member_id').notNull(),
  /** Null after the message was sent. */
  data: jsonb().$type<object>(),
  state: text({ enum: messageStates }).notNull().default('waiting'),
  reason: text(),
  /** The channel that has accepted it: `talk` may be sent as SMS. */
  sentBy: text('sent_by', { enum: channelNames }),
  createdAt: instant('created_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
})

export const messageChannelRows = pgTable('message_channels', { channel: text({ enum: messageChannels }).primaryKey() })

export const spentTokens = pgTable('spent_tokens', {
  hash: bytes().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

export const cars = pgTable('cars', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  memberId: uuid('member_id').notNull(),
  carNumber: text('car_number').notNull(),
  carBrandId: uuid('car_brand_id').notNull(),
  model: text().notNull(),
  color: text(),
  nickname: text(),
  imageId: uuid('image_id'),
  main: boolean().notNull(),
  version: integer().notNull().default(1),
  fieldVersions: jsonb('field_versions').$type<Record<string, number>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
export type CarRow = typeof cars.$inferSelect

export const images = pgTable('images', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id'),
  removedAt: instant('removed_at'),
})

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  described: jsonb().$type<OrderRecord>().notNull(),
  createdAt: instant('created_at').notNull(),
  version: integer().notNull(),
})

export const userProducts = pgTable('user_products', {
  id: uuid().primaryKey(),
  memberId: uuid('member_id').notNull(),
  described: jsonb().$type<UserProduct>().notNull(),
  startsAt: instant('starts_at').notNull(),
  version: integer().notNull(),
})

/** The stores to which members come. */
export const memberStores = pgTable('member_stores', {
  memberId: uuid('member_id').notNull(),
  storeId: uuid('store_id').notNull(),
})

export const plateVersions = pgTable('plate_versions', {
  carNumber: text('car_number').primaryKey(),
  version: integer().notNull(),
})

export const accessLogs = pgTable('access_logs', {
  id: uuid().primaryKey(),
  at: instant('at').notNull(),
  lastAt: instant('last_at'),
  adminId: uuid('admin_id').notNull(),
  adminName: text('admin_name').notNull(),
  address: text().notNull(),
  action: text().notNull(),
  memberIds: uuid('member_ids').array().notNull(),
  requestId: text('request_id').notNull(),
})

export const auditLogs = pgTable('audit_logs', {
  id: uuid().primaryKey(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id').notNull(),
  action: text().notNull(),
  entity: text().notNull(),
  entityId: text('entity_id').notNull(),
  before: jsonb().$type<unknown>(),
  after: jsonb().$type<unknown>(),
  requestId: text('request_id').notNull(),
})
