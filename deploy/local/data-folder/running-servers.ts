import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The product's own running servers; null for the operator's, which the environment names. */
export type RunningServers = {
  /** URL for the superuser. */
  databaseUrl: string | null
  natsUrl: string | null
  /** File of nats-server's certificate, with TLS. */
  certificate: string | null
}

const name = 'servers.json'

/** Records the servers of a data folder for other commands, until disposal. */
export function recordServers(data: { path: string }, servers: RunningServers): Disposable {
  writeFileSync(join(data.path, name), JSON.stringify(servers), { mode: 0o600 })
  return { [Symbol.dispose]: () => removeServersRecord(data.path) }
}

/** Removes the record, also one that a killed start left. */
export const removeServersRecord = (path: string): void => rmSync(join(path, name), { force: true })

/** The servers of a data folder that is in use; undefined while the product starts or stops. */
export function readServers(path: string): RunningServers | undefined {
  const file = join(path, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningServers) : undefined
}
