import type { JetStreamManager, NatsConnection } from 'nats'
import { openConnection } from '../connection/connection.ts'
import { openManager, removeStream, responseTimeout, retryManagement, streamNames } from '../provision/manager.ts'
import { publishedSubject } from '../topology/reads-topology.ts'
import { type Durable, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import { type MessageRecord, MessageRecordReader } from './message-record.ts'
import { openVisitsLoad, origin } from './restore-visits.ts'
import type { StreamState, StreamStates } from './stream-copy.ts'
import { createStreamFiller, type StreamFiller } from './stream-filler.ts'
import { addDurable, addStream, definitionOf, type StreamLoad, withoutLimits } from './stream-load.ts'

/*
 * Fills the streams from a copy. Messages are published anew, so what nobody has worked on yet begins its age again and
 * waits for its consumer, however old the copy is. Durables begin behind what they have done.
 */
export type StreamRestore = AsyncDisposable & {
  /** The next piece of what was copied of a stream. */
  take(stream: StreamName, piece: Uint8Array): Promise<void>
  /** After the last piece of all. */
  finish(): Promise<void>
}

type Options = { url: string; user: string; password: string }

const names = Object.keys(streams) as StreamName[]
export const isStream = (name: string): name is StreamName => names.some((each) => each === name)

/** Milliseconds for one change: to forget what a stream holds takes long. */
const patience = 30_000

/** Whether one of the streams holds anything. */
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
 * Empties the streams, and fills them.
 * @param states of the copy
 * @param age seconds since it was made
 */
export async function openStreamRestore(
  options: Options,
  states: Partial<StreamStates>,
  age: number,
): Promise<StreamRestore> {
  const connection = await openConnection({ ...options, name: 'restore' })
  await using opening = new AsyncDisposableStack()
  opening.defer(() => connection.close())
  const loads = await beginAnew(connection)
  const opened = opening.move()
  return {
    async take(stream, piece) {
      const { reader, add } = loads.get(stream) as StreamLoad
      for (const message of reader.take(piece))
        if (isWaiting(states[stream], stream, message))
          await add({ ...message, subject: publishedSubject(message.subject) }) // READS may be split otherwise from now on
    },
    async finish() {
      for (const [name, load] of loads) {
        if (!load.reader.isComplete) throw new Error(`the copy of ${name} ends within a message`)
        await load.end(states[name] ?? { last: 0, messages: 0, done: {} }, age)
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Empties every stream. */
async function beginAnew(connection: NatsConnection): Promise<Map<StreamName, StreamLoad>> {
  const asking = await openManager(connection, responseTimeout)
  const existing = await streamNames(asking)
  for (const name of [origin.name, ...names]) if (existing.includes(name)) await removeStream(asking, name)
  const manager = await openManager(connection, patience)
  const loads = new Map<StreamName, StreamLoad>()
  for (const name of names) {
    const filler = createStreamFiller(connection)
    const load = name === 'VISITS' ? openVisitsLoad(connection, manager, filler) : openLoad(manager, filler, name)
    loads.set(name, await load)
  }
  return loads
}

/** READS holds nothing that is done. */
const isWaiting = (state: StreamState | undefined, stream: StreamName, { sequence }: MessageRecord) =>
  stream !== 'READS' || sequence > (state?.done['recognition-reads'] ?? 0)

async function openLoad(manager: JetStreamManager, filler: StreamFiller, name: StreamName): Promise<StreamLoad> {
  await addStream(manager, { ...definitionOf(name), ...withoutLimits })
  /** New sequences of what came so far: what is left out of a stream moves those behind it. */
  const old: number[] = []
  let first = 0
  return {
    reader: new MessageRecordReader(),
    async add(message) {
      if (old.length === 0) {
        first = message.sequence
        await manager.streams.purge(name, { seq: first })
      }
      old.push(message.sequence)
      await filler.add(message)
    },
    async end({ last, done }) {
      await filler.flush()
      if (old.length === 0 && last > 0) await manager.streams.purge(name, { seq: last + 1 })
      const next = first > 0 ? first : last + 1
      for (const [durable, sequence] of Object.entries(done) as [Durable, number][])
        await addDurable(manager, name, durable, next + countUpTo(old, sequence))
    },
  }
}

/** How many of ascending numbers are not above a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  const at = numbers.findIndex((number) => number > limit)
  return at < 0 ? numbers.length : at
}
