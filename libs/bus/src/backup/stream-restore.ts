import type { JetStreamManager, NatsConnection } from 'nats'
import { openConnection } from '../connection/connection.ts'
import { openManager, removeStream, responseTimeout, retryManagement, streamNames } from '../provision/manager.ts'
import { type MessageRecord, MessageRecordReader } from '../streams/message-record.ts'
import { publishedSubject } from '../topology/reads-topology.ts'
import { type Durable, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import { openVisitsLoad, origin } from './restore-visits.ts'
import type { StreamState, StreamStates } from './stream-copy.ts'
import { createStreamFiller, type StreamFiller } from './stream-filler.ts'
import { addDurable, addStream, definitionOf, type StreamLoad, withoutLimits } from './stream-load.ts'

/**
 * Restores the streams from a copy. Messages are published again, so their ages start at zero: unprocessed ones wait for
 * their consumers regardless of the age of the copy. Durable consumers start after the messages that they have done.
 */
export type StreamRestore = AsyncDisposable & {
  /** Restores the next chunk of a stream's copy. */
  add(stream: StreamName, chunk: Uint8Array): Promise<void>
  /** Call it after the last chunk of all streams. */
  finish(): Promise<void>
}

type Options = { url: string; user: string; password: string }

const names = Object.keys(streams) as StreamName[]
export const isStream = (name: string): name is StreamName => names.some((each) => each === name)

/** Time limit of one change, in ms: purging a stream takes long. */
const timeout = 30_000

/** True if any of the streams contains a message. */
export async function streamsHoldData(options: Options): Promise<boolean> {
  const connection = await openConnection({ ...options, name: 'restore' })
  try {
    const manager = await openManager(connection, responseTimeout)
    const all = await retryManagement(() => Array.fromAsync(manager.streams.list()))
    return all.some(({ config, state }) => isStream(config.name) && state.messages > 0)
  } finally {
    await connection.close()
  }
}

/**
 * Empties all streams and opens their restore.
 * @param states of the copy
 * @param age of the copy, in seconds
 */
export async function openStreamRestore(
  options: Options,
  states: Partial<StreamStates>,
  age: number,
): Promise<StreamRestore> {
  const connection = await openConnection({ ...options, name: 'restore' })
  await using opening = new AsyncDisposableStack()
  opening.defer(() => connection.close())
  const loads = await recreateStreams(connection)
  const opened = opening.move()
  return {
    async add(stream, chunk) {
      const { reader, add } = loads.get(stream) as StreamLoad
      for (const message of reader.decode(chunk))
        if (isNeeded(states[stream], stream, message))
          await add({ ...message, subject: publishedSubject(message.subject) }) // the number of partitions may have changed since the copy was made
    },
    async finish() {
      for (const [name, load] of loads) {
        if (!load.reader.isComplete) throw new Error(`the copy of ${name} is truncated`)
        await load.end(states[name] ?? { last: 0, messages: 0, done: {} }, age)
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Replaces every stream by an empty one. */
async function recreateStreams(connection: NatsConnection): Promise<Map<StreamName, StreamLoad>> {
  const remover = await openManager(connection, responseTimeout)
  const existing = await streamNames(remover)
  for (const name of [origin.name, ...names]) if (existing.includes(name)) await removeStream(remover, name)
  const manager = await openManager(connection, timeout)
  const loads = new Map<StreamName, StreamLoad>()
  for (const name of names) {
    const filler = createStreamFiller(connection)
    const load = name === 'VISITS' ? openVisitsLoad(connection, manager, filler) : openLoad(manager, filler, name)
    loads.set(name, await load)
  }
  return loads
}

/** READS contains unprocessed messages only. */
const isNeeded = (state: StreamState | undefined, stream: StreamName, { sequence }: MessageRecord) =>
  stream !== 'READS' || sequence > (state?.done['recognition-reads'] ?? 0)

async function openLoad(manager: JetStreamManager, filler: StreamFiller, name: StreamName): Promise<StreamLoad> {
  await addStream(manager, { ...definitionOf(name), ...withoutLimits })
  /** The original sequences so far. Gaps are closed, so a message's new sequence depends on how many precede it. */
  const originals: number[] = []
  let first = 0
  return {
    reader: new MessageRecordReader(),
    async add(message) {
      if (originals.length === 0) {
        first = message.sequence
        await manager.streams.purge(name, { seq: first })
      }
      originals.push(message.sequence)
      await filler.add(message)
    },
    async end({ last, done }) {
      await filler.flush()
      if (originals.length === 0 && last > 0) await manager.streams.purge(name, { seq: last + 1 })
      const next = first > 0 ? first : last + 1
      for (const [durable, sequence] of Object.entries(done) as [Durable, number][])
        await addDurable(manager, name, durable, next + countUpTo(originals, sequence))
    },
  }
}

/** Counts the numbers up to a limit, in an ascending list. */
function countUpTo(numbers: readonly number[], limit: number): number {
  const at = numbers.findIndex((number) => number > limit)
  return at < 0 ? numbers.length : at
}
