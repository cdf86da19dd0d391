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
  /** A path inside it. */
  file(...names: string[]): string
  /** Notes a process of this start, for the next one. */
  recordProcess(pid: number): void
}

/** A data folder that nobody else uses now. */
export type LockedFolder = Disposable & { path: string }

/**
 * Takes a data folder for this process alone, makes it at the first time, and waits for processes that a killed start left.
 * @throws UserFacingError when another process holds it, or it cannot be written
 */
export async function lockDataFolder(folder: string): Promise<LockedFolder> {
  const path = resolve(folder)
  const lock = take(path)
  if ('heldBy' in lock)
    throw new UserFacingError(
      `Another start (process ${lock.heldBy}) uses ${path}. Stop it, or set DATA_DIR to another folder.`,
    )
  await waitForOrphans(join(path, 'processes'))
  removeServersRecord(path)
  return { path, [Symbol.dispose]: () => lock[Symbol.dispose]() }
}

/**
 * Takes the data folder for this start alone, and ends what a restore has left in it.
 * @throws UserFacingError when another start holds it, or it cannot be written
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

function take(path: string) {
  try {
    makeFolder(path)
    return tryLock(join(path, 'lock'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOSPC')
      throw new UserFacingError(`The disk of ${path} is full. Make room, or set DATA_DIR to a folder on another disk.`)
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR')
      throw new UserFacingError(`${path} cannot be written by this user. Set DATA_DIR to a folder that can.`)
    throw error
  }
}
