import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { syncFolderToDisk, syncToDisk, writeDurably } from '@kingcar/localstack/durable-file'
import { waitForOrphans } from '@kingcar/localstack/orphan-processes'
import { makeFolder } from '@kingcar/localstack/postgres-folder'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'

/*
 * A restore fills a folder beside the data, and then writes the note `restoring.json`, which names that folder and what is
 * to be moved from it. From there on the restore has happened: whoever takes the data folder next moves what has not been
 * moved yet. Without the note the folder is what a restore left that was cut short, and nobody's data.
 *
 * Servers of the operator's own cannot be filled beside what they hold. Before one of them is touched a note without a
 * folder is written, which keeps the product from starting until a restore has come to its end.
 */
type Note = {
  /** In the data folder, from which all of `brings` is moved; null while servers of the operator's own are being filled. */
  folder: string | null
  /** What goes from the data folder, and what comes in its place. */
  replaces: string[]
  brings: string[]
}

/** What a data folder holds of the product's state. Logs, and what tells of processes, are no part of it. */
export const cluster = ['postgres', 'postgres.location']
export const broker = ['nats']
export const files = ['secrets.json', 'portone.jsonl', 'demo.json']

const before = 'restoring-'
const noteOf = (dataDir: string) => join(dataDir, 'restoring.json')

export function makeStaging(dataDir: string): string {
  const folder = join(dataDir, `${before}${randomBytes(6).toString('hex')}`)
  makeFolder(folder)
  return folder
}

/** Before servers of the operator's own are filled: until `commit` nobody starts with them. */
export function markServersIncomplete(dataDir: string): void {
  writeNote(dataDir, { folder: null, replaces: [], brings: [] })
}

/** The restore has happened: what stands in the folder takes the place of what the data folder has under these names. */
export async function commitRestore(dataDir: string, folder: string, names: readonly string[]): Promise<void> {
  const brings = names.filter((name) => existsSync(join(folder, name)))
  syncFolderToDisk(folder)
  writeNote(dataDir, { folder: basename(folder), replaces: [...names], brings })
  await finishRestore(dataDir)
}

/**
 * Ends what a restore has left: one that has happened is moved in whole, of one that has not the folder is removed. For who
 * holds the lock of the data folder.
 * @throws UserFacingError where servers of the operator's own were not filled to the end
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const note = readNote(dataDir)
  // by its name alone: earlier notes hold a whole path
  if (note?.folder) moveIn(dataDir, join(dataDir, basename(note.folder)), note)
  await removeStaging(dataDir)
  if (note?.folder === null)
    throw new UserFacingError(
      'A restore was cut short, and what the servers of DATABASE_URL or NATS_URL hold is not whole. Restore again with --replace.',
    )
  rmSync(noteOf(dataDir), { force: true })
}

/** The same for the restore that comes next, which fills these servers anew. */
export async function prepareForNextRestore(dataDir: string): Promise<void> {
  if (readNote(dataDir)?.folder === null) await removeStaging(dataDir)
  else await finishRestore(dataDir)
}

/** What was staged holds secrets. */
async function removeStaging(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(before))) await remove(join(dataDir, name))
}

/** Each step may be the last, and is done again then. */
function moveIn(dataDir: string, folder: string, { replaces, brings }: Note): void {
  for (const name of replaces) {
    const [from, to, aside] = [join(folder, name), join(dataDir, name), join(folder, `replaced.${name}`)]
    const isMoved = brings.includes(name) && !existsSync(from)
    if (isMoved && !existsSync(to))
      throw new UserFacingError(
        `A restore was cut short, and ${name} of it is not there. Put it back, or restore into another DATA_DIR.`,
      )
    if (isMoved) continue
    if (existsSync(to)) renameSync(to, aside)
    if (brings.includes(name)) renameSync(from, to)
  }
  syncToDisk(dataDir) // before what was replaced is removed
}

/** With the cluster that lies elsewhere, where one does. */
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
