import type { Msg } from 'nats'
import type { Product } from './product.ts'
import { connectAsSetup } from './product-secrets.ts'

/** Receives all messages of the product's NATS account. */
export type BusSpy = AsyncDisposable & {
  /** Errors because of which it did not receive something. */
  readonly errors: readonly string[]
}

export async function openBusSpy(product: Product, hear: (message: Msg) => void): Promise<BusSpy> {
  const connection = await connectAsSetup(product, { inboxPrefix: '_INBOX_setup' })
  const errors: string[] = []
  void (async () => {
    for await (const { type } of connection.status())
      if (type === 'disconnect' || type === 'error') errors.push(`spy: ${type}`)
  })()
  connection.subscribe('>', { callback: (error, message) => (error ? void errors.push(String(error)) : hear(message)) })
  await connection.flush()
  return { errors, [Symbol.asyncDispose]: () => connection.close() }
}
