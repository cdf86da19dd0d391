import { join } from 'node:path'
import type { StreamName } from '@kingcar/bus'
import { startNats } from '@kingcar/localstack/nats'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { connect, type JetStreamManager, NatsError } from 'nats'
import { containersWanted, startNatsContainer } from './containers.ts'
import { faultsOf, type TestNats, testCalloutSeed, testPasswords } from './server-faults.ts'

/** A separate nats-server with the product's configuration and an empty store. */
export async function startTestNats(): Promise<TestNats> {
  if (await containersWanted()) return startNatsContainer()
  const folder = temporaryFolder()
  const options = { storeDir: join(folder.path, 'nats'), passwords: testPasswords, calloutSeed: testCalloutSeed }
  const first = await startNats(options)
  const { port, mqttPort, monitorPort } = first
  const again = () => startNats({ ...options, port, mqttPort, monitorPort })
  return {
    ...faultsOf(first, again, async () => folder[Symbol.asyncDispose]()),
    url: `127.0.0.1:${port}`,
    mqttPort,
    monitorPort,
    user: (name) => ({ user: name, password: testPasswords[name] }),
  }
}

/** Deletes messages before a sequence, as the stream's limits of age and size would in time. */
export const purgeBefore = (nats: TestNats, stream: string, sequence: number): Promise<void> =>
  withStreamManager(nats, async (manager) => void (await manager.streams.purge(stream, { seq: sequence })))

/** Deletes messages in the middle of a stream, as after a restore, which never reuses a sequence. */
export const deleteMessages = (nats: TestNats, stream: string, sequences: readonly number[]): Promise<void> =>
  withStreamManager(nats, async (manager) => {
    for (const sequence of sequences) await manager.streams.deleteMessage(stream, sequence)
  })

/** A nats-server, and how to sign in to it. */
export type NatsAddress = Pick<TestNats, 'url' | 'user'>

/** Runs `work` while a stream is full. One that keeps the newest message of a subject still accepts a newer one. */
export const withFullStream = (nats: NatsAddress, stream: StreamName, work: () => Promise<void>): Promise<void> =>
  withLimit(nats, stream, 'max_bytes', work)

/** Runs `work` while a stream refuses every message. */
export const withRefusingStream = (nats: NatsAddress, stream: StreamName, work: () => Promise<void>): Promise<void> =>
  withLimit(nats, stream, 'max_msg_size', work)

async function withLimit(
  nats: NatsAddress,
  stream: StreamName,
  name: 'max_bytes' | 'max_msg_size',
  work: () => Promise<void>,
): Promise<void> {
  const limit = (value: number) =>
    withStreamManager(nats, async ({ streams }) => {
      const { config } = await streams.info(stream)
      await streams.update(stream, { ...config, [name]: value })
      return config[name]
    })
  const usual = await limit(1)
  try {
    await work()
  } finally {
    await limit(usual)
  }
}

/** Works on streams and consumers as the user who creates them. */
export async function withStreamManager<T>(
  nats: NatsAddress,
  work: (manager: JetStreamManager) => Promise<T>,
): Promise<T> {
  await using manager = await openStreamManager(nats)
  return await work(manager)
}

/** The same by a connection that stays open until it is disposed. */
export async function openStreamManager(nats: NatsAddress): Promise<JetStreamManager & AsyncDisposable> {
  const { user, password: pass } = nats.user('setup')
  const connection = await connect({ servers: nats.url, user, pass })
  try {
    const manager = await connection.jetstreamManager()
    return Object.assign(manager, { [Symbol.asyncDispose]: () => connection.close() })
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * The number of messages that a durable consumer has not handled. A server counts a stored message for its consumers a
 * moment later, so for a consumer that seems to be done the stream is asked for the last messages of its subjects.
 */
export async function backlogOf(manager: JetStreamManager, stream: string, durable: string): Promise<number> {
  const { config, delivered, num_pending, num_ack_pending } = await manager.consumers.info(stream, durable)
  if (num_pending + num_ack_pending > 0) return num_pending + num_ack_pending
  const filters = config.filter_subjects ?? [config.filter_subject || '>']
  const last = await Promise.all(filters.map((filter) => lastMessage(manager, stream, filter)))
  return last.filter((message) => message !== undefined && message.seq > delivered.stream_seq).length
}

async function lastMessage({ streams }: JetStreamManager, stream: string, subject: string) {
  try {
    return await streams.getMessage(stream, { last_by_subj: subject })
  } catch (error) {
    if (error instanceof NatsError && error.code === '404') return undefined
    throw error
  }
}
