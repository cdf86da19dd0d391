import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '@kingcar/deploy/secrets'
import { type ConnectionOptions, connect, type NatsConnection } from 'nats'
import type { Product } from './product.ts'

/** The secrets of a product, among them its signing keys. */
export const secretsOf = async ({ dataDir }: Pick<Product, 'dataDir'>): Promise<Secrets> =>
  JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))

/** Connects to the product's bus with a standard client, as the user that may read every subject and stream. */
export async function connectAsSetup(
  product: Pick<Product, 'dataDir' | 'ready'>,
  options: ConnectionOptions = {},
): Promise<NatsConnection> {
  const { nats } = await secretsOf(product)
  return connect({ servers: product.ready.nats.split(','), user: 'setup', pass: nats.setup, ...options })
}
