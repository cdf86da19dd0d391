import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { syncFolderToDisk, syncToDisk, writeDurably } from '@kingcar/localstack/durable-file'
import { waitForOrphans } from '@kingcar/localstack/orphan-processes'
import { makeFolder } from '@kingcar/localstack/postgres-folder'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'

/*
 * A restore fills a staging folder, and then writes the record `restoring.json` with the folder's name and the names to move.
 * This commits the restore: the next process that locks the data folder completes the moves. A staging folder without the
 * record belongs to an interrupted restore and is removed.
 *
 * The operator's own servers are filled in place. Before one of them is changed, a record without a folder is written, which
 * prevents the product from starting until a restore has completed.
 */
type Note = {
  /** The staging folder in the data folder; null while the operator's own servers are being filled. */
  folder: string | null
  /** Names to remove from the data folder, and names to move into it from the staging folder. */
  replaces: string[]
  brings: string[]
}

/** Names of the product's state in a data folder. Logs and records of processes are not part of it. */
export const cluster = ['postgres', 'postgres.location']
export const broker = ['nats']
export const files = ['secrets.json', 'portone.jsonl', 'demo.json'] as const
export type StateFile = (typeof files)[number]
export const isStateFile = (name: string): name is StateFile => files.some((each) => each === name)

const before = 'restoring-'
const noteOf = (dataDir: string) => join(dataDir, 'restoring.json')

export function makeStaging(dataDir: string): string {
  const folder = join(dataDir, `${before}${randomBytes(6).toString('hex')}`)
  makeFolder(folder)
  return folder
}

/** Called before the operator's own servers are filled: until `commitRestore` the product refuses to start. */
export function markServersIncomplete(dataDir: string): void {
  writeNote(dataDir, { folder: null, replaces: [], brings: [] })
}

/** Commits the restore: replaces the data folder's entries with these names by those of the staging folder. */
export async function commitRestore(dataDir: string, folder: string, names: readonly string[]): Promise<void> {
  const brings = names.filter((name) => existsSync(join(folder, name)))
  syncFolderToDisk(folder)
  writeNote(dataDir, { folder: basename(folder), replaces: [...names], brings })
  await finishRestore(dataDir)
}

/**
 * Completes a committed restore, or removes the staging folder of an interrupted one. The caller holds the lock of the data folder.
 * @throws UserFacingError if the operator's own servers were only partly filled
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const note = readNote(dataDir)
  // records of earlier versions hold an absolute path
  if (note?.folder) moveIn(dataDir, join(dataDir, basename(note.folder)), note)
  await removeStaging(dataDir)
  if (note?.folder === null)
    throw new UserFacingError(
      'A restore was interrupted, and the data in the servers of DATABASE_URL or NATS_URL is incomplete. Restore again with --replace.',
    )
  rmSync(noteOf(dataDir), { force: true })
}

/** Like `finishRestore`, for a new restore, which may find the operator's own servers partly filled. */
export async function prepareForNextRestore(dataDir: string): Promise<void> {
  if (readNote(dataDir)?.folder === null) await removeStaging(dataDir)
  else await finishRestore(dataDir)
}

/** Removes all staging folders, since they contain secrets. */
async function removeStaging(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(before))) await remove(join(dataDir, name))
}

/** Idempotent: after a crash at any step it is run again. */
function moveIn(dataDir: string, folder: string, { replaces, brings }: Note): void {
  for (const name of replaces) {
    const [from, to, aside] = [join(folder, name), join(dataDir, name), join(folder, `replaced.${name}`)]
    const isMoved = brings.includes(name) && !existsSync(from)
    if (isMoved && !existsSync(to))
      throw new UserFacingError(
        `A restore was interrupted, and its ${name} is missing. Put it back, or restore into another DATA_DIR.`,
      )
    if (isMoved) continue
    if (existsSync(to)) renameSync(to, aside)
    if (brings.includes(name)) renameSync(from, to)
  }
  syncToDisk(dataDir) // before what was replaced is removed
}

/** Removes a staging folder, and the cluster that its `postgres.location` names. */
async function remove(folder: string): Promise<void> {
  await waitForOrphans(join(folder, 'processes'))
  for (const pointer of ['postgres.location', 'replaced.postgres.location'].map((name) => join(folder, name)))
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function readNote(dataDir: string): Note | undefined {
  const file = noteOf(dataDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : undefined
}

const writeNote = (dataDir: string, note: Note) => writeDurably(noteOf(dataDir), JSON.stringify(note))
