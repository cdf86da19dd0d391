import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeLock } from '@kingcar/localstack/lock-file'

/** What makes a first start leave other data than it usually does. */
const changes = ['HOST', 'NODE_ENV', 'DATABASE_URL', 'NATS_URL']

/** Whether a product with these settings may begin with the data of another's first start. */
export const beginsAsUsual = (environment: Record<string, string>): boolean =>
  changes.every((name) => environment[name] === undefined)

/**
 * Fills a data folder as a first start leaves it. The first start is made once for all that share `FIRST_START_DIR`:
 * cluster, tables and demo take half of what a start takes, and a copy of them next to nothing.
 * @param start makes a data folder, and has stopped when it is done
 */
export async function fillAsStarted(dataDir: string, start: (dataDir: string) => Promise<void>): Promise<void> {
  const shared = process.env.FIRST_START_DIR
  if (shared === undefined) return
  await mkdir(shared, { recursive: true, mode: 0o711 }) // the database server may be another user's
  const kept = join(shared, 'data')
  using _lock = await takeLock(join(shared, '.lock'))
  if (!existsSync(kept)) {
    const part = join(shared, 'part')
    await start(part)
    await rename(part, kept)
  }
  if (existsSync(join(kept, 'postgres.location'))) return // its cluster lies elsewhere, and serves one folder
  await promisify(execFile)('cp', ['-a', `${kept}/.`, dataDir]) // keeps owners and modes, which Node's own does not
}
