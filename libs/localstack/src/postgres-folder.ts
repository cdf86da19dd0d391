import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Identity } from './postgres-binaries.ts'
import { UserFacingError } from './user-facing-error.ts'

const elsewhere = '/var/lib/kingcar'

/** Bytes that a new cluster and its first WAL files need, with a reserve. */
const roomForNew = 300 * 2 ** 20
const roomToRun = 64 * 2 ** 20

/**
 * The folder of the cluster: `<dataDir>/postgres`, or, if `nobody` cannot reach it, a folder below /var/lib/kingcar, whose path
 * is then stored in `<dataDir>/postgres.location`.
 * @throws UserFacingError, before any change, when it holds another major version, is missing, or its disk is full
 */
export function clusterFolder(dataDir: string, who: Identity, major: string, log: (line: string) => void): string {
  makeFolder(dataDir)
  const folder = locate(realpathSync(dataDir), who, log)
  const versionFile = join(folder, 'PG_VERSION')
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined
  if (found !== undefined && found !== major)
    throw new UserFacingError(
      `${folder} holds data of PostgreSQL ${found}, but this is PostgreSQL ${major}. Nothing was changed. Migrate the data with pg_dump, or set DATA_DIR to another folder.`,
    )
  own(folder, who)
  assertRoom(folder, found === undefined ? roomForNew : roomToRun)
  return folder
}

/** True if the disk of a folder has enough space to run. */
export const hasRoom = (folder: string) => bytesLeft(folder) >= roomToRun

/** An empty folder beside that of the cluster, in which the cluster is made. */
export function emptyPart(folder: string, who: Identity): string {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true, maxRetries: 5 })
  own(part, who)
  return part
}

/** Makes the data folder. If root owns it, others (`nobody`) can enter it, but not list it. */
export function makeFolder(dataDir: string): void {
  if (makeFolders(dataDir)) chmodSync(dataDir, 0o700)
  if (process.getuid?.() === 0 && statSync(dataDir).uid === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
}

/**
 * Makes a folder and those above it; returns false if it exists. The recursive `mkdirSync` of Node never returns where the system
 * refuses a folder with ENOENT although the one above exists, as in /proc.
 */
function makeFolders(path: string): boolean {
  if (existsSync(path)) {
    statSync(`${path}/`) // a file is refused with ENOTDIR
    return false
  }
  makeFolders(dirname(path))
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false // by another start
    throw error
  }
}

function locate(dataDir: string, who: Identity, log: (line: string) => void): string {
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) {
    const folder = readFileSync(pointer, 'utf8').trim()
    if (existsSync(folder)) return folder
    throw new UserFacingError(
      `The database folder ${folder}, which ${pointer} names, is missing. Put it back, or remove ${dataDir} to start with empty data.`,
    )
  }
  const inside = join(dataDir, 'postgres')
  if (existsSync(join(inside, 'PG_VERSION')) || reachable(dataDir, who)) return inside
  const folder = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  mkdirSync(elsewhere, { recursive: true })
  chmodSync(elsewhere, 0o711)
  if (existsSync(folder)) {
    const aside = `${folder}.${Date.now()}`
    renameSync(folder, aside)
    log(`moved the database of an earlier ${dataDir} to ${aside}`)
  }
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(pointer, `${folder}\n`, { mode: 0o600 })
  return folder
}

function reachable(folder: string, who: Identity): boolean {
  return who.uid === undefined || spawnSync('test', ['-x', folder], { ...who, cwd: '/' }).status === 0
}

function own(folder: string, who: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
}

function assertRoom(folder: string, bytes: number): void {
  const left = bytesLeft(folder)
  if (left < bytes)
    throw new UserFacingError(
      `The disk of ${folder} has ${Math.floor(left / 2 ** 20)} MB left, and the database needs ${bytes / 2 ** 20} MB. Free some space, or set DATA_DIR to a folder on another disk.`,
    )
}

function bytesLeft(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
