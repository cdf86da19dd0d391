import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamManager, NatsConnection } from 'nats'
import { type ApiError, JetStreamError } from '../connection/jetstream.ts'
import { removeStream } from '../provision/manager.ts'
import type { StreamSettings } from '../provision/stream-config.ts'
import type { Durable } from '../topology/streams.ts'
import { type MessageRecord, MessageRecordReader } from './message-record.ts'
import type { StreamFiller } from './stream-filler.ts'
import { addDurable, addStream, definitionOf, type StreamLoad, withoutLimits } from './stream-load.ts'

/*
 * Outside the product only sequences of VISITS are known: screens go on behind the last that they have seen. So there each
 * message gets its own sequence again, and the first new visit gets one that nobody can have seen, since the product may
 * have gone on after the copy. A stream gives its sequences itself, one after the other; but a mirror takes those of its
 * origin, which passes over some when it is purged up to a later one. So VISITS is filled as the mirror of another stream
 * and then becomes a stream of its own, which nats-server can do since 2.12. Behind the gap stands the last visit once
 * more, so that whoever reads the stream sees where it goes on; to screens a visit that they know is no news.
 */
export const origin = { name: 'RESTORE_VISITS', subject: 'restore.VISITS' }

/** Sequences a second that nobody gives: ten times what the disks of nats-server take; and a start for clocks that differ. */
const fastest = 100_000
const slack = 1_000_000
/** Milliseconds without progress of a mirror. */
const patience = 30_000

/** Fills VISITS. */
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
    if (message.sequence !== next) await passTo(message.sequence)
    newest = message
    next = message.sequence + 1
    await filler.add({ ...message, subject: origin.subject })
  }
  /** The mirror has to have what the origin forgets by it. */
  const passTo = async (sequence: number) => {
    await filler.flush()
    if (newest) await mirrored(manager, next - 1)
    await manager.streams.purge(origin.name, { seq: sequence })
    next = sequence
  }
  return {
    reader: new MessageRecordReader(),
    add,
    async end({ last, done }, age) {
      const beyond = last + slack + Math.ceil(Math.max(0, age) * fastest)
      if (newest) await add({ ...newest, sequence: beyond })
      await filler.flush()
      if (newest) await mirrored(manager, beyond)
      await promote(connection, definitionOf('VISITS'))
      await removeStream(manager, origin.name)
      if (!newest) await manager.streams.purge('VISITS', { seq: beyond + 1 })
      for (const [durable, sequence] of Object.entries(done) as [Durable, number][])
        await addDurable(manager, 'VISITS', durable, sequence + 1)
    },
  }
}

/** Makes of a mirror a stream of its own. The client's update would keep what is not named. */
async function promote(connection: NatsConnection, config: StreamSettings & { name: string }): Promise<void> {
  const reply = await connection.request(`$JS.API.STREAM.UPDATE.${config.name}`, JSON.stringify(config), {
    timeout: patience,
  })
  const { error } = reply.json<{ error?: ApiError }>()
  if (error) throw new JetStreamError(error)
}

async function mirrored(manager: JetStreamManager, sequence: number): Promise<void> {
  let [seen, at] = [-1, performance.now()]
  for (;;) {
    const { state } = await manager.streams.info('VISITS')
    if (state.last_seq >= sequence) return
    if (state.last_seq > seen) [seen, at] = [state.last_seq, performance.now()]
    else if (performance.now() - at > patience) throw new Error('VISITS does not fill')
    await wait(20)
  }
}
