import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type JetStreamManager } from 'nats'
import type { Product } from './product.ts'

export type PictureStore = AsyncDisposable & {
  streams: JetStreamManager['streams']
  /** The names of its complete files. */
  names(): Promise<string[]>
  /** The number of its messages, incomplete files included. */
  messages(): Promise<number>
}

/** The product's pictures, seen by a standard NATS client. */
export async function openPictureStore({ dataDir, ready }: Product): Promise<PictureStore> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { nats: { setup: string } }
  const connection = await connect({ servers: ready.nats, user: 'setup', pass: secrets.nats.setup })
  const { streams } = await connection.jetstreamManager()
  const store = await connection.jetstream().views.os('images')
  return {
    streams,
    names: async () => (await store.list()).map(({ name }) => name),
    messages: async () => (await streams.info('OBJ_images')).state.messages,
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
