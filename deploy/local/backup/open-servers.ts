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
  /** Credentials of the user `setup`, which has all rights in the product's account. */
  nats: { url: string; user: string; password: string }
}

/** Starts servers for this command only, on free loopback ports. */
export async function startServers(config: Config, data: DataFolder, stack: AsyncDisposableStack): Promise<Servers> {
  const { tls: _, ...own } = config
  const alone = { ...own, HOST: '127.0.0.1', NATS_PORT: 0, MQTT_PORT: 0 }
  const starting = [openDatabaseServer(alone, data, stack), openNatsServer(alone, data, stack)] as const
  await Promise.allSettled(starting) // Only after this does the stack hold everything that the starts created.
  const [databaseUrl, { url }] = await Promise.all(starting)
  if (config.NATS_URL && config.tls) trustOwnCertificate(config.tls.cert)
  return { databaseUrl, nats: { url, user: 'setup', password: data.secrets.nats.setup } }
}

/**
 * The servers with a data folder's state: those of the running product, or servers that are started for this command.
 * @throws UserFacingError if there is no data, or the running product's servers are unknown
 */
export async function findServers(config: Config, stack: AsyncDisposableStack): Promise<Servers> {
  const path = resolve(config.DATA_DIR)
  if (!existsSync(join(path, 'secrets.json'))) throw new UserFacingError(`${path} has no data of the product.`)
  const lock = tryLock(join(path, 'lock'))
  if ('heldBy' in lock) return serversOf(config, path, lock.heldBy)
  lock[Symbol.dispose]()
  progress('the product is not running: starting its servers for this command')
  return startServers(config, stack.use(await openDataFolder(path)), stack)
}

function serversOf(config: Config, path: string, heldBy: number): Servers {
  const running = readServers(path)
  if (!running)
    throw new UserFacingError(`Process ${heldBy} uses ${path} and is starting or stopping. Try again in a moment.`)
  const databaseUrl = running.databaseUrl ?? config.DATABASE_URL
  const url = running.natsUrl ?? config.NATS_URL
  if (databaseUrl === undefined || url === undefined)
    throw new UserFacingError('The product uses your own servers: set DATABASE_URL and NATS_URL for this command, too.')
  if (running.certificate) trustOwnCertificate(running.certificate)
  const secrets = readSecrets(join(path, 'secrets.json'))
  const { nats } = running.natsUrl === null ? secretsFromEnvironment() : secrets
  return { databaseUrl, nats: { url, user: 'setup', password: nats.setup } }
}
