import { openConnection } from '../connection/connection.ts'
import { readsProgress } from '../streams/reads-progress.ts'
import { type Durable, durables, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import { encodeRecord, type MessageRecord } from './message-record.ts'
import { doneUpTo, lastSequenceOf, readRecordsAfter, readsSource } from './stream-reader.ts'

/*
 * Copies the streams while they are in use, as they stand at one moment of the database. A stream is copied to its end
 * before that moment, so that little is left to do at it. What belongs to the moment follows from who writes where:
 *
 * - EVENTS, SETTINGS and DEVICES are filled from outboxes, which are held: their ends, noted in `begin`, are exactly what
 *   the snapshot of the database no longer has in an outbox. SETTINGS and DEVICES forget what is replaced, so they are
 *   copied whole before the outboxes go on.
 * - VISITS and DEAD_LETTERS tell of rows that are committed: their ends are noted before the snapshot, so that nothing is
 *   told that it does not have.
 * - READS and the pictures come before their rows: their ends are noted after the snapshot, so that it has no row whose
 *   message is missing.
 * - Durables are noted first of all: what is done up to there is in the snapshot, and in the streams noted after it. What a
 *   durable has done since is done again from the copy, and known then.
 *
 * READS alone forgets what is done. `finish` fails with MovedOn where it has forgotten what the snapshot does not have,
 * which takes a copy that is seconds late: then another moment has to be found.
 */
export type StreamState = {
  /** The last sequence at the moment. */
  last: number
  messages: number
  /** For each durable the sequence up to which all is done. */
  done: Partial<Record<Durable, number>>
}
export type StreamStates = Record<StreamName, StreamState>

export type StreamCopy = AsyncDisposable & {
  /** Copies what came since the last time, of all streams. */
  catchUp(): Promise<void>
  /** While the outboxes are held, before the snapshot. */
  begin(): Promise<void>
  /** After the snapshot. */
  end(): Promise<void>
  /** Copies what is left up to the moment. @throws MovedOn */
  finish(): Promise<StreamStates>
}

/** READS has forgotten messages that the copy lacks. */
export class ReadsPurgedError extends Error {
  override name = 'MovedOn'
}

const names = Object.keys(streams) as StreamName[]
const noted = {
  before: ['EVENTS', 'SETTINGS', 'DEVICES', 'VISITS', 'DEAD_LETTERS'],
  after: ['READS', 'OBJ_images'],
} as const
const forgetful = ['SETTINGS', 'DEVICES'] as const satisfies StreamName[]

/**
 * @param put takes what was copied of a stream, in the order of its messages
 */
export async function openStreamCopy(
  options: { url: string; user: string; password: string },
  put: (stream: StreamName, data: Buffer) => Promise<void>,
): Promise<StreamCopy> {
  const connection = await openConnection({ ...options, name: 'backup' })
  /** The last sequence that was copied, or passed over. */
  const reached = new Map<StreamName, number>()
  const counts = new Map<StreamName, number>()
  const ends = new Map<StreamName, number>()
  let done = new Map<Durable, number>()
  /** The last sequence before which READS has a hole. */
  let hole = 0

  async function copyTo(stream: StreamName, last: number): Promise<void> {
    for (;;) {
      const after = reached.get(stream) ?? 0
      if (after >= last) return
      const found = (await readRecordsAfter(connection, stream, after)).filter(({ sequence }) => sequence <= last)
      if (stream === 'READS') hole = holeIn(found, after) ?? (found.length > 0 ? hole : last + 1)
      if (found.length > 0) await put(stream, Buffer.concat(found.map(encodeRecord)))
      counts.set(stream, (counts.get(stream) ?? 0) + found.length)
      reached.set(stream, found.at(-1)?.sequence ?? last)
    }
  }

  /** However READS is split: what is copied is not. */
  const doneOf = async (durable: Durable) =>
    durable === 'recognition-reads'
      ? (await readsProgress(readsSource(connection))).done
      : doneUpTo(connection, durable)
  const note = async (which: readonly StreamName[]) => {
    for (const stream of which) ends.set(stream, await lastSequenceOf(connection, stream))
  }

  return {
    async catchUp() {
      for (const stream of names) await copyTo(stream, await lastSequenceOf(connection, stream))
    },
    async begin() {
      done = new Map()
      for (const durable of Object.keys(durables) as Durable[]) done.set(durable, await doneOf(durable))
      await note(noted.before)
      for (const stream of forgetful) await copyTo(stream, ends.get(stream) ?? 0)
    },
    end: () => note(noted.after),
    async finish() {
      await copyTo('READS', ends.get('READS') ?? 0)
      if (hole > (done.get('recognition-reads') ?? 0) + 1) throw new ReadsPurgedError()
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

/** The first message behind a hole, of messages that were asked for after a sequence. */
export function holeIn(found: readonly Pick<MessageRecord, 'sequence'>[], after: number): number | undefined {
  return found.findLast(({ sequence }, at) => sequence !== (found[at - 1]?.sequence ?? after) + 1)?.sequence
}
