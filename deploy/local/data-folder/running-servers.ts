import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Servers of our own that run; null where the environment names the operator's. */
export type RunningServers = {
  /** As the superuser. */
  databaseUrl: string | null
  natsUrl: string | null
  /** A file of the one that nats-server shows, with TLS. */
  certificate: string | null
}

const name = 'servers.json'

/** Tells others where the servers of this data folder are, for as long as they run. */
export function recordServers(data: { path: string }, servers: RunningServers): Disposable {
  writeFileSync(join(data.path, name), JSON.stringify(servers), { mode: 0o600 })
  return { [Symbol.dispose]: () => removeServersRecord(data.path) }
}

/** Those that a start noted which was killed. */
export const removeServersRecord = (path: string): void => rmSync(join(path, name), { force: true })

/** For who knows that the folder is in use; undefined while the product starts or stops. */
export function readServers(path: string): RunningServers | undefined {
  const file = join(path, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningServers) : undefined
}
