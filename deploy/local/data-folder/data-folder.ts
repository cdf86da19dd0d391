import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tryLock } from '@kingcar/localstack/lock-file'
import { recordProcess, waitForOrphans } from '@kingcar/localstack/orphan-processes'
import { makeFolder } from '@kingcar/localstack/postgres-folder'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readSecrets, type Secrets } from '../configuration/secrets.ts'
import { finishRestore } from './restore-staging.ts'
import { removeServersRecord } from './running-servers.ts'

export type DataFolder = Disposable & {
  path: string
  secrets: Secrets
  /** A path in the folder. */
  file(...names: string[]): string
  /** Records a process of this start, so that the next start can wait for it. */
  recordProcess(pid: number): void
}

/** A data folder that is locked by this process. */
export type LockedFolder = Disposable & { path: string }

/**
 * Locks a data folder, makes it if it does not exist, and waits for the processes of a killed start to end.
 * @throws UserFacingError when another process holds the lock, or the folder is not writable
 */
export async function lockDataFolder(folder: string): Promise<LockedFolder> {
  const path = resolve(folder)
  const lock = take(path)
  if ('heldBy' in lock)
    throw new UserFacingError(
      `Another process (${lock.heldBy}) uses ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  await waitForOrphans(join(path, 'processes'))
  removeServersRecord(path)
  return { path, [Symbol.dispose]: () => lock[Symbol.dispose]() }
}

/**
 * Locks the data folder and completes or removes an interrupted restore.
 * @throws UserFacingError as `lockDataFolder` and `finishRestore`
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const held = await lockDataFolder(folder)
  try {
    await finishRestore(held.path)
    return openHeld(held)
  } catch (error) {
    held[Symbol.dispose]()
    throw error
  }
}

function openHeld({ path, ...held }: LockedFolder): DataFolder {
  const file = (...names: string[]) => join(path, ...names)
  mkdirSync(file('logs'), { recursive: true, mode: 0o700 })
  return {
    path,
    secrets: readSecrets(file('secrets.json')),
    file,
    recordProcess: (pid) => recordProcess(file('processes'), pid),
    ...held,
  }
}

/** Codes with which the system refuses a folder or a file in it. */
const refusals = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOENT', 'ENAMETOOLONG', 'ELOOP']

function take(path: string) {
  try {
    makeFolder(path)
    return tryLock(join(path, 'lock'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOSPC')
      throw new UserFacingError(
        `The disk of ${path} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
      )
    if (typeof code === 'string' && refusals.includes(code))
      throw new UserFacingError(`This user cannot write to ${path}. Set DATA_DIR to a writable folder.`)
    throw error
  }
}
