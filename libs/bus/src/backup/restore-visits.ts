import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamManager, NatsConnection } from 'nats'
import { type ApiError, JetStreamError } from '../connection/jetstream.ts'
import { removeStream } from '../provision/manager.ts'
import type { StreamSettings } from '../provision/stream-config.ts'
import { type MessageRecord, MessageRecordReader } from '../streams/message-record.ts'
import type { Durable } from '../topology/streams.ts'
import type { StreamFiller } from './stream-filler.ts'
import { addDurable, addStream, definitionOf, type StreamLoad, withoutLimits } from './stream-load.ts'

/*
 * Clients know sequences of VISITS: a screen resumes after the last that it has received. So the restore keeps the sequence
 * of each message, and the first new visit gets a sequence that no screen can have received, since the product may have run
 * on after the copy. A stream assigns consecutive sequences; but a mirror takes those of its origin, and purging the origin
 * up to a later sequence skips the ones before. So VISITS is filled as the mirror of a temporary stream and then promoted to
 * a normal stream, which nats-server supports since 2.12. The last visit is repeated after the skipped range, so that the
 * stream shows where it continues; screens ignore a visit that they know.
 *
 * A starting nats-server looks up every sequence since the first message within the deduplication window, some 60 million a
 * second, also those that do not exist. So the restore leaves the shortest window, until the setup of streams sets the usual one.
 */
export const origin = { name: 'RESTORE_VISITS', subject: 'restore.VISITS' }

/**
 * Sequences that are skipped for each second of the copy's age: twice what nats-server can write. The reserve allows
 * for differences of clocks.
 */
const skippedPerSecond = 10_000
const reserve = 1_000_000
/** Time limit of a mirror without progress, in ms. */
const timeout = 30_000

/** Opens the restore of VISITS. */
export async function openVisitsLoad(
  connection: NatsConnection,
  manager: JetStreamManager,
  filler: StreamFiller,
): Promise<StreamLoad> {
  const { subjects, num_replicas, ...definition } = definitionOf('VISITS')
  await addStream(manager, {
    ...definition,
    num_replicas,
    ...withoutLimits,
    name: origin.name,
    subjects: [origin.subject],
  })
  const { allow_atomic: _, duplicate_window: __, ...own } = { ...definition, ...withoutLimits }
  const subject_transforms = [{ src: origin.subject, dest: subjects[0] ?? '' }]
  await addStream(manager, { ...own, num_replicas, mirror: { name: origin.name, subject_transforms } })
  let newest: MessageRecord | undefined
  let next = 1

  const add = async (message: MessageRecord) => {
    if (message.sequence !== next) await skipTo(message.sequence)
    newest = message
    next = message.sequence + 1
    await filler.add({ ...message, subject: origin.subject })
  }
  /** Advances the origin's next sequence by a purge; before it, the mirror must have copied all messages. */
  const skipTo = async (sequence: number) => {
    await filler.flush()
    if (newest) await waitForMirror(manager, next - 1)
    await manager.streams.purge(origin.name, { seq: sequence })
    next = sequence
  }
  return {
    reader: new MessageRecordReader(),
    add,
    async end({ last, done }, age) {
      const beyond = last + reserve + Math.ceil(Math.max(0, age) * skippedPerSecond)
      if (newest) await add({ ...newest, sequence: beyond })
      await filler.flush()
      if (newest) await waitForMirror(manager, beyond)
      await promote(connection, { ...definitionOf('VISITS'), duplicate_window: withoutLimits.duplicate_window })
      await removeStream(manager, origin.name)
      if (!newest) await manager.streams.purge('VISITS', { seq: beyond + 1 })
      for (const [durable, sequence] of Object.entries(done) as [Durable, number][])
        await addDurable(manager, 'VISITS', durable, sequence + 1)
    },
  }
}

/**
 * Turns a mirror into a normal stream. It does not use the client's update, which keeps settings that are not named.
 */
async function promote(connection: NatsConnection, config: StreamSettings & { name: string }): Promise<void> {
  const reply = await connection.request(`$JS.API.STREAM.UPDATE.${config.name}`, JSON.stringify(config), {
    timeout,
  })
  const { error } = reply.json<{ error?: ApiError }>()
  if (error) throw new JetStreamError(error)
}

async function waitForMirror(manager: JetStreamManager, sequence: number): Promise<void> {
  let [seen, at] = [-1, performance.now()]
  for (;;) {
    const { state } = await manager.streams.info('VISITS')
    if (state.last_seq >= sequence) return
    if (state.last_seq > seen) [seen, at] = [state.last_seq, performance.now()]
    else if (performance.now() - at > timeout) throw new Error('the mirror VISITS makes no progress')
    await wait(20)
  }
}
