import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStream, openStreamRestore, streamsHoldData } from '@kingcar/bus/stream-restore'
import { MigrationError, planForApplied, type ServiceMigrations } from '@kingcar/db/migrate'
import { inspectDatabase, openRestore } from '@kingcar/db/restore'
import { writeDurably } from '@kingcar/localstack/durable-file'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import type { Config } from '../configuration/config.ts'
import type { Secrets } from '../configuration/secrets.ts'
import { migrationsOf } from '../configuration/service-migrations.ts'
import { lockDataFolder, openDataFolder } from '../data-folder/data-folder.ts'
import {
  broker,
  cluster,
  commitRestore,
  files,
  isStateFile,
  makeStaging,
  markServersIncomplete,
  prepareForNextRestore,
  type StateFile,
} from '../data-folder/restore-staging.ts'
import { secretsFromEnvironment } from '../servers/servers.ts'
import type { RestoreOptions } from './command-options.ts'
import { format, type Manifest } from './manifest.ts'
import { type Servers, startServers } from './open-servers.ts'
import { type Archive, checkArchive, findArchive, readArchive } from './read-archive.ts'

/** The JSON of the `restored` line. */
export type RestoreResult = { dataDir: string; at: string; tables: number; rows: number }

/** A backup that was read and verified. */
export type Backup = { archive: Archive; manifest: Manifest; secretsText: Buffer; secrets: Secrets }

const secretsFile = 'files/secrets.json'

/**
 * Restores a backup into a data folder, and into the operator's own servers if the environment names them.
 * @throws UserFacingError, before any change, if the backup is damaged or newer than this program, or the target is in use or has
 * data and `replace` is not set
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<RestoreResult> {
  const backup = await readBackup(options)
  const { manifest, secrets } = backup
  await assertReadable(manifest, migrationsOf(secrets))

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
  return { dataDir: held.path, ...summaryOf(manifest) }
}

export const summaryOf = ({ at, tables }: Manifest): Omit<RestoreResult, 'dataDir'> => ({
  at,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
})

/** Reads and verifies a backup. @throws UserFacingError if it is damaged or has no secrets */
export async function readBackup({ from, passphrase }: RestoreOptions): Promise<Backup> {
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
  await fill(backup, {
    ...servers,
    migrations: migrationsOf(data.secrets),
    fileOf: (name) => data.file(name),
  })
}

/** @throws UserFacingError if a newer version of the program made the backup */
export async function assertReadable(manifest: Manifest, migrations: readonly ServiceMigrations[]): Promise<void> {
  const newer = `The backup was made by version ${manifest.version}, which is newer than this program. Use that version.`
  if (manifest.format > format || streamsOf(manifest).some((name) => !isStream(name))) throw new UserFacingError(newer)
  try {
    await planForApplied(migrations, manifest.migrations)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new UserFacingError(`${newer} ${cause.message}`, { cause })
    throw cause
  }
  progress(`verified the backup of ${manifest.at}`)
}

const streamsOf = ({ contents }: Manifest) =>
  Object.keys(contents).flatMap((content) => /^streams\/(.*)$/.exec(content)?.[1] ?? [])

/** Throws if the target is in use, or has data and `replace` is not set. */
async function assertFree(config: Config, dataDir: string, secrets: Secrets, replace: boolean): Promise<void> {
  const taken = [...files, ...cluster, ...broker].filter((name) => existsSync(join(dataDir, name)))
  const holders = taken.length > 0 ? [dataDir] : []
  if (config.DATABASE_URL) holders.push(...(await databaseHolder(config.DATABASE_URL, migrationsOf(secrets))))
  if (config.NATS_URL) {
    const { nats } = secretsFromEnvironment()
    holders.push(...(await natsHolder({ url: config.NATS_URL, user: 'setup', password: nats.setup })))
  }
  assertReplaced(holders, replace)
}

/** Names the database if it has data. @throws UserFacingError while services use the database */
export async function databaseHolder(url: string, services: readonly ServiceMigrations[]): Promise<string[]> {
  const { holdsData, users } = await inspectDatabase({ url, services })
  if (users > 0) throw new UserFacingError('Services are using the database of DATABASE_URL. Stop the product first.')
  return holdsData ? ['the database of DATABASE_URL'] : []
}

/** Names nats-server if its streams have messages. */
export const natsHolder = async (nats: Servers['nats']): Promise<string[]> =>
  (await streamsHoldData(nats)) ? ['the nats-server of NATS_URL'] : []

/** @throws UserFacingError if there is data and it may not be replaced */
export function assertReplaced(holders: readonly string[], replace: boolean): void {
  if (holders.length > 0 && !replace)
    throw new UserFacingError(
      `There is data in ${holders.join(' and ')}. Add --replace to delete it and restore the backup.`,
    )
}

/** What a restore fills. */
export type RestoreTarget = Servers & {
  migrations: readonly ServiceMigrations[]
  /** The path of a file of the state; undefined if this installation does not have it. */
  fileOf(name: StateFile): string | undefined
  /** Called when everything is restored, before the database commits. */
  beforeCommit?(): void
}

/** Fills streams, tables and files in one pass over the backup. The database commits at the end. */
export async function fill({ archive, manifest }: Backup, target: RestoreTarget): Promise<void> {
  const age = (Date.now() - Date.parse(manifest.at)) / 1_000
  const all = manifest.tables.map(({ table }) => table)
  const into = { url: target.databaseUrl, services: target.migrations }
  await using database = await openRestore(into, all, manifest.migrations)
  await using streams = await openStreamRestore(target.nats, manifest.streams, age)
  const tables = new Map(all.map((table) => [`tables/${table.schema}.${table.name}`, table]))
  for await (const { content, data: piece } of readArchive(archive)) {
    const [folder, name = ''] = content.split('/')
    const table = tables.get(content)
    const file = folder === 'files' && isStateFile(name) && content !== secretsFile ? target.fileOf(name) : undefined
    if (table) await database.take(table, piece)
    else if (folder === 'streams' && isStream(name)) await streams.add(name, piece)
    else if (file) appendFileSync(file, piece, { mode: 0o600 })
  }
  progress('read the whole backup')
  await streams.finish()
  target.beforeCommit?.()
  await database.finish(manifest.sequences)
  progress('restored streams and tables')
}
