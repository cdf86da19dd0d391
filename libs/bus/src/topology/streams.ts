import { adminPrefix, devicePrefix, type EventName, eventSubject, settingPrefix } from '@kingcar/contract/events'
import type { StreamName } from '../types.ts'
import { deadLetterSubject, everyRead, objectSubjects, visitSubject } from './subjects.ts'

export type { StreamName } from '../types.ts'

const hour = 3_600
const day = 24 * hour
const MiB = 2 ** 20

export type StreamDefinition = {
  subjects: readonly string[]
  /** Seconds; 0 means no limit. */
  maxAge: number
  maxBytes: number
  /** At `maxBytes` the stream rejects a new message, or drops its oldest. */
  whenFull: 'refuseNew' | 'dropOldest'
  /** Seconds for which the server remembers a message id. */
  deduplicationWindow: number
  newestPerSubject?: true
  /** With `rollup` a message may replace the older messages of its subject. */
  rollup?: true
  /** No atomic batches: an uncommitted batch occupies the server's memory, and untrusted devices publish here. */
  noBatches?: true
}

/** The streams: subjects, retention and limits. */
export const streams: Record<StreamName, StreamDefinition> = {
  /** Reads wait here until they are stored as rows; `purgeDoneReads` removes them. The rows detect duplicates, so the window is short. */
  READS: {
    subjects: [everyRead],
    maxAge: 7 * day,
    maxBytes: 4_096 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 0.1,
    noBatches: true,
  },
  /** Visits for screens, which may resume within 24 h. The rows stay in the database. */
  VISITS: {
    subjects: [visitSubject],
    maxAge: 25 * hour,
    maxBytes: 1_024 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
  },
  /** While the stream is full, events wait in their outboxes. */
  EVENTS: {
    subjects: ['evt.>'],
    maxAge: 7 * day,
    maxBytes: 1_024 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 600,
  },
  /** Revoked sessions and rights, kept for as long as an access token can be valid. */
  REVOCATIONS: {
    subjects: ['revocations.>'],
    maxAge: 2 * day,
    maxBytes: 64 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
  },
  SETTINGS: {
    subjects: [`${settingPrefix}>`],
    maxAge: 0,
    maxBytes: 16 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
    newestPerSubject: true,
  },
  /** Device credentials. A full stream rejects a new device rather than drop an old one. */
  DEVICES: {
    subjects: [`${devicePrefix}*`],
    maxAge: 0,
    maxBytes: 64 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
    newestPerSubject: true,
  },
  /** The rights of administrators. */
  ADMINS: {
    subjects: [`${adminPrefix}*`],
    maxAge: 0,
    maxBytes: 16 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
    newestPerSubject: true,
  },
  /** Drops the oldest, so that a device that sends garbage does not block the reads of the others. */
  DEAD_LETTERS: {
    subjects: [deadLetterSubject],
    maxAge: 90 * day,
    maxBytes: 1_024 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
  },
  /** Pictures, in the format of a NATS object store; the catalog service removes old ones. */
  OBJ_images: {
    subjects: objectSubjects('images'),
    maxAge: 0,
    maxBytes: 2_048 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
    rollup: true,
  },
}

/** The stream that stores messages of a subject. */
export function streamOf(subject: string): StreamName | undefined {
  const names = Object.keys(streams) as StreamName[]
  return names.find((name) => streams[name].subjects.some((pattern) => matches(pattern, subject)))
}

const matches = (pattern: string, subject: string) =>
  /[>*]$/.test(pattern) ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern

export type DurableDefinition = {
  stream: StreamName
  subjects: readonly string[]
  /** Largest number of unacknowledged deliveries. */
  maxAckPending: number
}

const eventDurable = (...names: readonly EventName[]): DurableDefinition => ({
  stream: 'EVENTS',
  subjects: names.map(eventSubject),
  maxAckPending: 256,
})

/** Durable consumers. Services bind to them and may not create any. */
export const durables = {
  'recognition-reads': { stream: 'READS', subjects: [everyRead], maxAckPending: 8_192 },
  'recognition-dead-letters': { stream: 'DEAD_LETTERS', subjects: [deadLetterSubject], maxAckPending: 256 },
  'recognition-events': eventDurable(
    'member.plateOwnerChanged',
    'member.left',
    'catalog.storeChanged',
    'recognition.visitsChanged',
    'orders.useDecided',
    'orders.visitUsed',
  ),
  'orders-events': eventDurable(
    'member.changed',
    'member.carChanged',
    'member.left',
    'catalog.productChanged',
    'catalog.storeChanged',
    'orders.userProductChanged',
  ),
  'orders-visits': { stream: 'VISITS', subjects: [visitSubject], maxAckPending: 1_024 },
  'catalog-events': eventDurable('member.adminChanged', 'member.carImageChanged', 'member.left'),
  'member-events': eventDurable(
    'catalog.audited',
    'orders.audited',
    'recognition.audited',
    'orders.accessed',
    'recognition.accessed',
    'gateway.sessionUsed',
    'gateway.apiKeyUsed',
    'catalog.termsChanged',
    'catalog.storeChanged',
    'catalog.imageStored',
    'catalog.imageRemoved',
    'orders.orderPlaced',
    'orders.orderChanged',
    'orders.userProductChanged',
    'orders.membersCame',
  ),
  'member-webhooks': eventDurable(
    'member.changed',
    'member.left',
    'orders.orderChanged',
    'orders.userProductChanged',
    'orders.usesChanged',
    'recognition.visitsEnded',
    'recognition.deviceStatesChanged',
    'recognition.gatesDecided',
  ),
  'member-messages': eventDurable(
    'orders.orderChanged',
    'orders.userProductChanged',
    'orders.usesChanged',
    'orders.periodsEndSoon',
    'orders.raisesAnnounced',
    'orders.raisesWithdrawn',
  ),
  'member-visits': { stream: 'VISITS', subjects: [visitSubject], maxAckPending: 1_024 },
} as const satisfies Record<string, DurableDefinition>

export type Durable = keyof typeof durables

/** Seconds after which a delivery without acknowledgement or progress sign is redelivered: the delay after a crash. */
export const acknowledgementWait = 10
