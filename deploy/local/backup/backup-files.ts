import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * The path of the backup: `target`, or a file named by the time in the folder `target`.
 * @throws UserFacingError if the folder does not exist, or the file does
 */
export function fileFor(target: string, encrypted: boolean): string {
  if (!existsSync(dirname(target))) throw new UserFacingError(`The folder ${dirname(target)} does not exist.`)
  if (!existsSync(target)) return target
  if (!isFolder(target)) throw new UserFacingError(`${target} already exists. Name another file, or a folder.`)
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(target, `kingcar-${time}.tar.gz${encrypted ? '.age' : ''}`)
}

/** The backups of a folder that have the names of `fileFor`, the newest first. */
const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^kingcar-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?$/.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name))

/** The backup to read: `source`, or the newest of the folder `source`. @throws UserFacingError for a folder without any */
export function backupAt(source: string): string {
  if (!isFolder(source)) return source
  const [newest] = backupsIn(source)
  if (newest === undefined) throw new UserFacingError(`The folder ${source} has no backup.`)
  return newest
}

/** Removes all but the newest `keep` backups of the folder of a new one; undefined removes none. */
export function removeOlderBackups(made: string, keep: number | undefined): void {
  if (keep !== undefined) for (const old of backupsIn(dirname(made)).slice(keep)) rmSync(old, { force: true })
}
