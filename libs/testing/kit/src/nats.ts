import { join } from 'node:path'
import type { StreamName } from '@kingcar/bus'
import { startNats } from '@kingcar/localstack/nats'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { connect, type JetStreamManager } from 'nats'
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

/** Runs `work` while a stream refuses every new message. */
export async function withFullStream(nats: TestNats, stream: StreamName, work: () => Promise<void>): Promise<void> {
  const limit = (max_bytes: number) =>
    withStreamManager(nats, async ({ streams }) => {
      const { config } = await streams.info(stream)
      await streams.update(stream, { ...config, max_bytes })
      return config.max_bytes
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
  nats: TestNats,
  work: (manager: JetStreamManager) => Promise<T>,
): Promise<T> {
  await using manager = await openStreamManager(nats)
  return await work(manager)
}

/** The same by a connection that stays open until it is disposed. */
export async function openStreamManager(nats: TestNats): Promise<JetStreamManager & AsyncDisposable> {
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
