import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tryLock } from '@kingcar/localstack/lock-file'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import type { Config } from '../configuration/config.ts'
import { readSecrets } from '../configuration/secrets.ts'
import { type DataFolder, openDataFolder } from '../data-folder/data-folder.ts'
import { readServers } from '../data-folder/running-servers.ts'
import { openDatabaseServer, openNatsServer, secretsFromEnvironment } from '../servers/servers.ts'
import { trustOwnCertificate } from '../servers/trust-own-certificate.ts'

export type Servers = {
  databaseUrl: string
  /** As the user who may do everything in the product's account. */
  nats: { url: string; user: string; password: string }
}

/** Servers for our own use alone: nobody else is told where they are. */
export async function startServers(config: Config, data: DataFolder, stack: AsyncDisposableStack): Promise<Servers> {
  const { tls: _, ...own } = config
  const alone = { ...own, HOST: '127.0.0.1', NATS_PORT: 0, MQTT_PORT: 0 }
  const starting = [openDatabaseServer(alone, data, stack), openNatsServer(alone, data, stack)] as const
  await Promise.allSettled(starting) // what they start is on the stack only then
  const [databaseUrl, { url }] = await Promise.all(starting)
  if (config.NATS_URL && config.tls) trustOwnCertificate(config.tls.cert)
  return { databaseUrl, nats: { url, user: 'setup', password: data.secrets.nats.setup } }
}

/**
 * The servers that hold a data folder's state: those of the product that runs, or started for the time.
 * @throws UserFacingError where there is nothing, or they cannot be found
 */
export async function findServers(config: Config, stack: AsyncDisposableStack): Promise<Servers> {
  const path = resolve(config.DATA_DIR)
  if (!existsSync(join(path, 'secrets.json'))) throw new UserFacingError(`${path} holds no data to back up.`)
  const lock = tryLock(join(path, 'lock'))
  if ('heldBy' in lock) return serversOf(config, path, lock.heldBy)
  lock[Symbol.dispose]()
  progress('the product does not run: its servers are started for the time')
  return startServers(config, stack.use(await openDataFolder(path)), stack)
}

function serversOf(config: Config, path: string, heldBy: number): Servers {
  const running = readServers(path)
  if (!running)
    throw new UserFacingError(`Process ${heldBy} uses ${path}, and is starting or stopping. Try again in a moment.`)
  const databaseUrl = running.databaseUrl ?? config.DATABASE_URL
  const url = running.natsUrl ?? config.NATS_URL
  if (databaseUrl === undefined || url === undefined)
    throw new UserFacingError('The product runs with servers of your own: set DATABASE_URL and NATS_URL for this, too.')
  if (running.certificate) trustOwnCertificate(running.certificate)
  const secrets = readSecrets(join(path, 'secrets.json'))
  const { nats } = running.natsUrl === null ? secretsFromEnvironment() : secrets
  return { databaseUrl, nats: { url, user: 'setup', password: nats.setup } }
}
