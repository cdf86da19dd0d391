import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openStreamCopy, ReadsPurgedError, type StreamCopy, type StreamStates } from '@kingcar/bus/stream-copy'
import { openSnapshot, recordBackup, type Snapshot } from '@kingcar/db/snapshot'
import { makeFolder } from '@kingcar/localstack/postgres-folder'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import manifestOfPackage from '../../package.json' with { type: 'json' }
import type { Config } from '../configuration/config.ts'
import { services } from '../configuration/secrets.ts'
import { files, type StateFile } from '../data-folder/restore-staging.ts'
import { fileFor, removeOlderBackups } from './backup-files.ts'
import type { BackupOptions } from './command-options.ts'
import { format, type Manifest, type TableContent } from './manifest.ts'
import { findServers, type Servers } from './open-servers.ts'
import { type ArchiveWriter, openArchive } from './write-archive.ts'

/** The JSON of the `backup` line. */
export type BackupResult = { file: string; bytes: number; at: string }

/** Attempts to take a consistent snapshot. */
const attempts = 5

const ledger = 'portone.jsonl'
const newline = 0x0a

/** The state of an installation: its servers, and the paths of its files by their names in a backup. Missing files are left out. */
export type BackupSource = Servers & { files: Readonly<Partial<Record<StateFile, string>>> }

/** Writes a consistent snapshot of a data folder's whole state into a file. The product may be running. */
export async function makeBackup(config: Config, { to, passphrase, keep }: BackupOptions): Promise<BackupResult> {
  await using stack = new AsyncDisposableStack()
  const dataDir = resolve(config.DATA_DIR)
  const servers = await findServers(config, stack)
  const paths = Object.fromEntries(files.map((name) => [name, join(dataDir, name)]))
  if (to === undefined) makeFolder(join(dataDir, 'backups'))
  const file = fileFor(to === undefined ? join(dataDir, 'backups') : resolve(to), passphrase !== undefined)
  const made = await writeBackup({ ...servers, files: paths }, file, passphrase)
  removeOlderBackups(file, keep)
  return made
}

/** Writes a consistent snapshot into a file, and records in the database that it is complete. */
export async function writeBackup(
  { databaseUrl, nats, files: paths }: BackupSource,
  file: string,
  passphrase: string | undefined,
): Promise<BackupResult> {
  await using stack = new AsyncDisposableStack()
  const archive = stack.use(await openArchive(file, passphrase))
  const streams = stack.use(await openStreamCopy(nats, (stream, data) => archive.add(`streams/${stream}`, data)))
  const snapshot = stack.use(openSnapshot(databaseUrl, services))
  const moment = await takeSnapshot(streams, snapshot, paths[ledger])
  progress('copied streams and pictures')
  const manifest: Omit<Manifest, 'contents'> = {
    format,
    version: manifestOfPackage.version,
    at: moment.at.toISOString(),
    streams: moment.streams,
    tables: await copyTables(archive, snapshot),
    migrations: await snapshot.migrations(),
    sequences: await snapshot.sequences(),
  }
  progress('copied the database')
  await copyFiles(archive, paths, moment.ledgerBytes)
  const { bytes } = await archive.finish(manifest)
  await recordBackup(databaseUrl, moment.at)
  return { file, bytes, at: manifest.at }
}

type SnapshotTime = { at: Date; streams: StreamStates; ledgerBytes: number }

/**
 * The simulator's ledger is copied after the database snapshot, so it may have payments that the database does not
 * have, as with a real provider.
 */
async function takeSnapshot(streams: StreamCopy, snapshot: Snapshot, books: string | undefined): Promise<SnapshotTime> {
  for (let attempt = 1; ; attempt++) {
    await streams.catchUp()
    await streams.catchUp() // copies the few messages that arrived during the first call
    let [at, ledgerBytes] = [new Date(), 0]
    const waited = await snapshot.take(
      async () => {
        await streams.begin()
        at = new Date()
      },
      async () => {
        await streams.end()
        ledgerBytes = books !== undefined && existsSync(books) ? statSync(books).size : 0
      },
    )
    progress(`snapshot taken at ${at.toISOString()}; events were paused for ${waited.toFixed(0)} ms`)
    try {
      return { at, streams: await streams.finish(), ledgerBytes }
    } catch (error) {
      if (!(error instanceof ReadsPurgedError) || attempt === attempts) throw error
      progress('reads were deleted before the backup copied them, taking another snapshot')
    }
  }
}

async function copyTables(archive: ArchiveWriter, snapshot: Snapshot): Promise<TableContent[]> {
  const copied: TableContent[] = []
  for (const table of await snapshot.tables()) {
    const content = `tables/${table.schema}.${table.name}`
    let rows = 0
    for await (const piece of await snapshot.read(table)) {
      rows += countLines(piece)
      await archive.add(content, piece)
    }
    await archive.flush(content)
    copied.push({ table, rows })
  }
  if (copied.length === 0) throw new UserFacingError('The database has no data to back up.')
  return copied
}

/** Counts rows: each is a line, since COPY escapes line breaks in values. */
function countLines(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) lines += 1
  return lines
}

async function copyFiles(archive: ArchiveWriter, paths: BackupSource['files'], ledgerBytes: number): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    if (!existsSync(path)) continue
    const end = name === ledger ? ledgerBytes : statSync(path).size
    if (end === 0) continue
    for await (const piece of createReadStream(path, { end: end - 1 }))
      await archive.add(`files/${name}`, piece as Buffer)
    await archive.flush(`files/${name}`)
  }
}
