import { openConnection } from '../connection/connection.ts'
import { encodeRecord, type MessageRecord } from '../streams/message-record.ts'
import { readsProgress } from '../streams/reads-progress.ts'
import { type Durable, durables, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import { doneUpTo, lastSequenceOf, readRecordsAfter, readsSource } from './stream-reader.ts'

/*
 * Copies the streams while they are in use, consistent with one snapshot of the database. `catchUp` copies most of the data
 * before the snapshot. Where a stream's copy ends depends on the order in which its writers write:
 *
 * - EVENTS and SETTINGS are published from outboxes, which are paused: their ends, recorded in `begin`, are exactly the messages
 *   that the snapshot no longer has in an outbox. SETTINGS drops replaced messages, so `begin` copies it completely before the
 *   outboxes continue. DEVICES and ADMINS do so too; where they differ from the rows, their services publish them again.
 * - VISITS and DEAD_LETTERS are published after their rows are committed: their ends are recorded before the snapshot, so
 *   that no message refers to a row that it lacks.
 * - READS, REVOCATIONS and the pictures are stored before their rows: their ends are recorded after the snapshot, so that no
 *   row refers to a message that the copy lacks.
 * - The positions of durable consumers are recorded first: the effects up to them are in the snapshot and in the streams
 *   recorded later. A message that a consumer handles after that is handled again from the copy and recognised as a duplicate.
 *
 * READS is the only stream from which processed messages are removed. `finish` throws ReadsPurgedError if it has removed
 * messages whose effects are not in the snapshot, which happens if the copy is seconds late: then take another snapshot.
 */
export type StreamState = {
  /** The last sequence at the snapshot. */
  last: number
  messages: number
  /** For each durable consumer the sequence up to which all messages are done. */
  done: Partial<Record<Durable, number>>
}
export type StreamStates = Record<StreamName, StreamState>

export type StreamCopy = AsyncDisposable & {
  /** Copies the new messages of all streams. */
  catchUp(): Promise<void>
  /** Call it before the snapshot, while the outboxes are paused. */
  begin(): Promise<void>
  /** Call it after the snapshot. */
  end(): Promise<void>
  /** Copies the remaining messages up to the recorded ends. @throws ReadsPurgedError */
  finish(): Promise<StreamStates>
}

/** READS no longer has messages that the copy needs. */
export class ReadsPurgedError extends Error {
  override name = 'ReadsPurgedError'
}

const names = Object.keys(streams) as StreamName[]
const recorded = {
  before: ['EVENTS', 'SETTINGS', 'DEVICES', 'ADMINS', 'VISITS', 'DEAD_LETTERS'],
  after: ['READS', 'REVOCATIONS', 'OBJ_images'],
} as const
const replacing = ['SETTINGS', 'DEVICES', 'ADMINS'] as const satisfies StreamName[]

/** @param put stores the encoded records of a stream, in order */
export async function openStreamCopy(
  options: { url: string; user: string; password: string },
  put: (stream: StreamName, data: Buffer) => Promise<void>,
): Promise<StreamCopy> {
  const connection = await openConnection({ ...options, name: 'backup' })
  /** The last sequence that was copied, or was skipped because it does not exist. */
  const reached = new Map<StreamName, number>()
  const counts = new Map<StreamName, number>()
  const ends = new Map<StreamName, number>()
  let done = new Map<Durable, number>()
  /** The sequence after the last gap in READS. */
  let gap = 0

  async function copyTo(stream: StreamName, last: number): Promise<void> {
    for (;;) {
      const after = reached.get(stream) ?? 0
      if (after >= last) return
      const found = (await readRecordsAfter(connection, stream, after)).filter(({ sequence }) => sequence <= last)
      if (stream === 'READS') gap = sequenceAfterGap(found, after) ?? (found.length > 0 ? gap : last + 1)
      if (found.length > 0) await put(stream, Buffer.concat(found.map(encodeRecord)))
      counts.set(stream, (counts.get(stream) ?? 0) + found.length)
      reached.set(stream, found.at(-1)?.sequence ?? last)
    }
  }

  /** The progress over all partitions of READS; the copy has no partitions. */
  const doneOf = async (durable: Durable) =>
    durable === 'recognition-reads'
      ? (await readsProgress(readsSource(connection))).done
      : doneUpTo(connection, durable)
  const recordEnds = async (which: readonly StreamName[]) => {
    for (const stream of which) ends.set(stream, await lastSequenceOf(connection, stream))
  }

  return {
    async catchUp() {
      for (const stream of names) await copyTo(stream, await lastSequenceOf(connection, stream))
    },
    async begin() {
      done = new Map()
      for (const durable of Object.keys(durables) as Durable[]) done.set(durable, await doneOf(durable))
      await recordEnds(recorded.before)
      for (const stream of replacing) await copyTo(stream, ends.get(stream) ?? 0)
    },
    end: () => recordEnds(recorded.after),
    async finish() {
      await copyTo('READS', ends.get('READS') ?? 0)
      if (gap > (done.get('recognition-reads') ?? 0) + 1) throw new ReadsPurgedError()
      for (const stream of names) await copyTo(stream, ends.get(stream) ?? 0)
      const doneIn = (stream: StreamName) =>
        Object.fromEntries([...done].filter(([durable]) => durables[durable].stream === stream))
      return Object.fromEntries(
        names.map((name) => [name, { last: ends.get(name) ?? 0, messages: counts.get(name) ?? 0, done: doneIn(name) }]),
      ) as StreamStates
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}

/** The first sequence after the last gap, in messages read from a sequence on; undefined without a gap. */
export function sequenceAfterGap(found: readonly Pick<MessageRecord, 'sequence'>[], after: number): number | undefined {
  return found.findLast(({ sequence }, at) => sequence !== (found[at - 1]?.sequence ?? after) + 1)?.sequence
}
