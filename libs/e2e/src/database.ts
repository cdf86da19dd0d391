import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import type { Product } from './product.ts'

/** The product's own database as its superuser, for what has no door: to be ended by the caller. */
export async function openDatabase({ dataDir, output }: Pick<Product, 'dataDir' | 'output'>): Promise<Sql> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { postgres: string }
  const port = Number(/PostgreSQL runs on port (\d+)/.exec(output())?.[1])
  return postgres({ host: '127.0.0.1', port, user: 'postgres', password: secrets.postgres, max: 2 })
}
