import { devicePrefix, type EventName, eventSubject, settingPrefix } from '@kingcar/contract/events'
import type { StreamName } from '../types.ts'
import { deadLetterSubject, everyRead, objectSubjects, visitSubject } from './subjects.ts'

const hour = 3_600
const day = 24 * hour
const MiB = 2 ** 20

export type StreamDefinition = {
  subjects: readonly string[]
  /** Seconds; 0 keeps for ever. */
  maxAge: number
  maxBytes: number
  /** What happens beyond `maxBytes`: the new message is refused, or the oldest goes. */
  whenFull: 'refuseNew' | 'dropOldest'
  /** Seconds in which a message id is remembered. */
  deduplicationWindow: number
  newestPerSubject?: true
  /** A message may replace the older ones of its subject. */
  rollup?: true
  /** No atomic batches: one that is never committed waits in the server's memory, and strangers publish here. */
  noBatches?: true
}

/** The streams: what they hold, for how long, how much. */
export const streams: Record<StreamName, StreamDefinition> = {
  /** Devices' reads wait here until they are rows; what is done is removed by `forgetReads`. The rows tell a repetition, so ids are hardly remembered. */
  READS: {
    subjects: [everyRead],
    maxAge: 7 * day,
    maxBytes: 4_096 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 0.1,
    noBatches: true,
  },
  /** Visits as screens see them; a screen may resume for 24 h. The rows stay in the database. */
  VISITS: {
    subjects: [visitSubject],
    maxAge: 25 * hour,
    maxBytes: 1_024 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
  },
  /** What does not fit waits in the outbox that it came from. */
  EVENTS: {
    subjects: ['evt.>'],
    maxAge: 7 * day,
    maxBytes: 1_024 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 600,
  },
  SETTINGS: {
    subjects: [`${settingPrefix}>`],
    maxAge: 0,
    maxBytes: 16 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
    newestPerSubject: true,
  },
  /** Who may sign in as a device. A full stream refuses a new one rather than forget an old one. */
  DEVICES: {
    subjects: [`${devicePrefix}*`],
    maxAge: 0,
    maxBytes: 64 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
    newestPerSubject: true,
  },
  /** One device that sends nonsense must not bring the reads of the others to a stop. */
  DEAD_LETTERS: {
    subjects: [deadLetterSubject],
    maxAge: 90 * day,
    maxBytes: 1_024 * MiB,
    whenFull: 'dropOldest',
    deduplicationWindow: 120,
  },
  /** Pictures, as an object store keeps them; the catalog service removes what is too old. */
  OBJ_images: {
    subjects: objectSubjects('images'),
    maxAge: 0,
    maxBytes: 2_048 * MiB,
    whenFull: 'refuseNew',
    deduplicationWindow: 120,
    rollup: true,
  },
}

/** The stream that keeps what is published to a subject. */
export function streamOf(subject: string): StreamName | undefined {
  const names = Object.keys(streams) as StreamName[]
  return names.find((name) => streams[name].subjects.some((pattern) => matches(pattern, subject)))
}

const matches = (pattern: string, subject: string) =>
  /[>*]$/.test(pattern) ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern

export type DurableDefinition = {
  stream: StreamName
  subjects: readonly string[]
  /** Deliveries that may wait for their acknowledgement at once. */
  maxAckPending: number
}

const eventDurable = (...names: readonly EventName[]): DurableDefinition => ({
  stream: 'EVENTS',
  subjects: names.map(eventSubject),
  maxAckPending: 256,
})

/** Durable consumers; services bind to them and may make none. */
export const durables = {
  'recognition-reads': { stream: 'READS', subjects: [everyRead], maxAckPending: 8_192 },
  'recognition-dead-letters': { stream: 'DEAD_LETTERS', subjects: [deadLetterSubject], maxAckPending: 256 },
  'recognition-events': eventDurable(
    'member.plateOwnerChanged',
    'member.left',
    'catalog.storeChanged',
    'recognition.visitsChanged',
    'orders.visitUsed',
  ),
  'orders-events': eventDurable(
    'member.changed',
    'member.carChanged',
    'member.left',
    'catalog.productChanged',
    'catalog.storeChanged',
  ),
  'orders-visits': { stream: 'VISITS', subjects: [visitSubject], maxAckPending: 1_024 },
  'catalog-events': eventDurable('member.adminChanged', 'member.carImageChanged', 'member.left'),
  'member-events': eventDurable(
    'catalog.audited',
    'orders.audited',
    'recognition.audited',
    'gateway.sessionUsed',
    'catalog.termsChanged',
    'catalog.imageStored',
    'catalog.imageRemoved',
    'orders.orderChanged',
    'orders.userProductChanged',
  ),
} as const satisfies Record<string, DurableDefinition>

export type Durable = keyof typeof durables

/** Seconds after which a delivery that nobody acknowledged or proved to be working on comes again: what a crash costs. */
export const acknowledgementWait = 10
