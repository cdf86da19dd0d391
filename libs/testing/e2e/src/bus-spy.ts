import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Msg } from 'nats'
import type { Product } from './product.ts'

/** Receives all messages of the product's NATS account. */
export type BusSpy = AsyncDisposable & {
  /** Errors that kept it from receiving something. */
  readonly errors: readonly string[]
}

export async function openBusSpy({ dataDir, ready }: Product, hear: (message: Msg) => void): Promise<BusSpy> {
  const { nats } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { nats: { setup: string } }
  const connection = await connect({
    servers: ready.nats,
    user: 'setup',
    pass: nats.setup,
    inboxPrefix: '_INBOX_setup',
  })
  const errors: string[] = []
  void (async () => {
    for await (const { type } of connection.status())
      if (type === 'disconnect' || type === 'error') errors.push(`spy: ${type}`)
  })()
  connection.subscribe('>', { callback: (error, message) => (error ? void errors.push(String(error)) : hear(message)) })
  await connection.flush()
  return { errors, [Symbol.asyncDispose]: () => connection.close() }
}
