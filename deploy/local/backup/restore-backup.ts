import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStream, openStreamRestore, streamsHoldData } from '@kingcar/bus/stream-restore'
import { MigrationError, planForApplied } from '@kingcar/db/migrate'
import { inspectDatabase, openRestore } from '@kingcar/db/restore'
import { writeDurably } from '@kingcar/localstack/durable-file'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import type { Config } from '../configuration/config.ts'
import type { Secrets } from '../configuration/secrets.ts'
import { migrationsOf } from '../configuration/service-migrations.ts'
import { type DataFolder, lockDataFolder, openDataFolder } from '../data-folder/data-folder.ts'
import {
  broker,
  cluster,
  commitRestore,
  files,
  makeStaging,
  markServersIncomplete,
  prepareForNextRestore,
} from '../data-folder/restore-staging.ts'
import { secretsFromEnvironment } from '../servers/servers.ts'
import type { RestoreOptions } from './command-options.ts'
import { format, type Manifest } from './manifest.ts'
import { type Servers, startServers } from './open-servers.ts'
import { type Archive, checkArchive, findArchive, readArchive } from './read-archive.ts'

/** The JSON of the `restored` line. */
export type RestoreResult = { dataDir: string; at: string; tables: number; rows: number }

/** A backup that was read and verified. */
type Backup = { archive: Archive; manifest: Manifest; secretsText: Buffer; secrets: Secrets }

const secretsFile = 'files/secrets.json'

/**
 * Restores a backup into a data folder, and into the operator's own servers if the environment names them.
 * @throws UserFacingError, before any change, if the backup is damaged or newer than this program, or the target is in use or has
 * data and `replace` is not set
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<RestoreResult> {
  const backup = await readBackup(options)
  const { manifest, secrets } = backup
  await assertReadable(manifest, secrets)
  progress(`verified the backup of ${manifest.at}`)

  using held = await lockDataFolder(config.DATA_DIR)
  await prepareForNextRestore(held.path)
  await assertFree(config, held.path, secrets, options.replace)
  const names = [...files, ...(config.DATABASE_URL ? [] : cluster), ...(config.NATS_URL ? [] : broker)]
  const staging = makeStaging(held.path)
  try {
    await fillFolder(config, held.path, staging, backup)
  } catch (error) {
    await prepareForNextRestore(held.path)
    throw error
  }
  await commitRestore(held.path, staging, names)
  return {
    dataDir: held.path,
    at: manifest.at,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
  }
}

async function readBackup({ from, passphrase }: RestoreOptions): Promise<Backup> {
  const archive = await findArchive(from, passphrase)
  const { manifest, found } = await checkArchive(archive, [secretsFile])
  const secretsText = found.get(secretsFile)
  if (!secretsText) throw new UserFacingError(`${from} has no secrets, without which its data cannot be used.`)
  return { archive, manifest, secretsText, secrets: JSON.parse(secretsText.toString()) as Secrets }
}

/** Starts servers in the staging folder, fills and stops them. The operator's own servers are filled in place. */
async function fillFolder(config: Config, dataDir: string, staging: string, backup: Backup): Promise<void> {
  await using stack = new AsyncDisposableStack()
  writeDurably(join(staging, 'secrets.json'), backup.secretsText.toString())
  const data = stack.use(await openDataFolder(staging)) // adds secrets that this version needs and the backup does not have
  const servers = await startServers(config, data, stack)
  if (config.DATABASE_URL || config.NATS_URL) markServersIncomplete(dataDir)
  await fill(servers, backup, data)
}

async function assertReadable(manifest: Manifest, secrets: Secrets): Promise<void> {
  const newer = `The backup was made by version ${manifest.version}, which is newer than this program. Use that version.`
  if (manifest.format > format || streamsOf(manifest).some((name) => !isStream(name))) throw new UserFacingError(newer)
  try {
    await planForApplied(migrationsOf(secrets), manifest.migrations)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new UserFacingError(`${newer} ${cause.message}`, { cause })
    throw cause
  }
}

const streamsOf = ({ contents }: Manifest) =>
  Object.keys(contents).flatMap((content) => /^streams\/(.*)$/.exec(content)?.[1] ?? [])

/** Throws if the target is in use, or has data and `replace` is not set. */
async function assertFree(config: Config, dataDir: string, secrets: Secrets, replace: boolean): Promise<void> {
  const taken = [...files, ...cluster, ...broker].filter((name) => existsSync(join(dataDir, name)))
  const holders = taken.length > 0 ? [dataDir] : []
  if (config.DATABASE_URL) {
    const options = { url: config.DATABASE_URL, services: migrationsOf(secrets) }
    const { holdsData, users } = await inspectDatabase(options)
    if (users > 0) throw new UserFacingError('Services are using the database of DATABASE_URL. Stop the product first.')
    if (holdsData) holders.push('the database of DATABASE_URL')
  }
  if (config.NATS_URL) {
    const { nats } = secretsFromEnvironment()
    if (await streamsHoldData({ url: config.NATS_URL, user: 'setup', password: nats.setup }))
      holders.push('the nats-server of NATS_URL')
  }
  if (holders.length > 0 && !replace)
    throw new UserFacingError(
      `There is data in ${holders.join(' and ')}. Add --replace to delete it and restore the backup.`,
    )
}

/** Fills streams, tables and files in one pass over the backup. The database commits at the end. */
async function fill({ databaseUrl, nats }: Servers, { archive, manifest }: Backup, data: DataFolder): Promise<void> {
  const age = (Date.now() - Date.parse(manifest.at)) / 1_000
  const all = manifest.tables.map(({ table }) => table)
  const target = { url: databaseUrl, services: migrationsOf(data.secrets) }
  await using database = await openRestore(target, all, manifest.migrations)
  await using streams = await openStreamRestore(nats, manifest.streams, age)
  const tables = new Map(all.map((table) => [`tables/${table.schema}.${table.name}`, table]))
  for await (const { content, data: piece } of readArchive(archive)) {
    const [folder, name = ''] = content.split('/')
    const table = tables.get(content)
    if (table) await database.take(table, piece)
    else if (folder === 'streams' && isStream(name)) await streams.add(name, piece)
    else if (folder === 'files' && files.includes(name) && content !== secretsFile)
      appendFileSync(data.file(name), piece, { mode: 0o600 })
  }
  progress('read the whole backup')
  await streams.finish()
  await database.finish(manifest.sequences)
  progress('restored streams and tables')
}
