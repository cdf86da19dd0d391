import type { JetStreamManager } from 'nats'
import type { Product } from './product.ts'
import { connectAsSetup } from './product-secrets.ts'

export type PictureStore = AsyncDisposable & {
  streams: JetStreamManager['streams']
  /** The names of its complete files. */
  names(): Promise<string[]>
  /** The number of its messages, incomplete files included. */
  messages(): Promise<number>
}

/** The product's pictures, seen by a standard NATS client. */
export async function openPictureStore(product: Product): Promise<PictureStore> {
  const connection = await connectAsSetup(product)
  const { streams } = await connection.jetstreamManager()
  const store = await connection.jetstream().views.os('images')
  return {
    streams,
    names: async () => (await store.list()).map(({ name }) => name),
    messages: async () => (await streams.info('OBJ_images')).state.messages,
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
