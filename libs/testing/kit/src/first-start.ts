import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeLock } from '@kingcar/localstack/lock-file'

/** Settings that change the data of a first start. */
const settingsOfData = ['HOST', 'NODE_ENV', 'DEMO', 'DATABASE_URL', 'NATS_URL']

/** True if a product with these settings may start with the data of another product's first start. */
export const hasDefaultFirstStart = (environment: Record<string, string>): boolean =>
  settingsOfData.every((name) => environment[name] === undefined)

/**
 * Fills a data folder with the data of a first start. The first start is made once for all tests that share
 * `FIRST_START_DIR`: cluster, tables and demo take half of the time of a start, and a copy of them almost none.
 * @param start creates a data folder, and has stopped when it resolves
 */
export async function fillFromFirstStart(dataDir: string, start: (dataDir: string) => Promise<void>): Promise<void> {
  const shared = process.env.FIRST_START_DIR
  if (shared === undefined) return
  await mkdir(shared, { recursive: true, mode: 0o711 }) // the database server may run as another user
  const kept = join(shared, 'data')
  using _lock = await takeLock(join(shared, '.lock'))
  if (!existsSync(kept)) {
    const part = join(shared, 'part')
    await start(part)
    await rename(part, kept)
  }
  if (existsSync(join(kept, 'postgres.location'))) return // its cluster is in another place, and belongs to one data folder
  await promisify(execFile)('cp', ['-a', `${kept}/.`, dataDir]) // preserves owners and modes, unlike Node's own copy
}
