import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import type { Log } from '../scenario-runner.ts'

const ownMounts = ['--mount', '--propagation', 'private']

/** Prefix of a command that may mount disks in a private mount namespace: only for root; `canMount` checks it. */
export const unshareMounts: readonly string[] = ['unshare', ...ownMounts]

/**
 * Runs a script of this folder as a separate process and returns its last line, parsed as JSON.
 * @param through command prefix, such as `mounting`
 */
export async function runInNamespace<T>(
  script: string,
  options: object,
  log: Log,
  through: readonly string[] = [],
): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...args] = [...through, process.execPath, path, JSON.stringify(options)]
  let last = ''
  await using child = startChild({
    command,
    args,
    env: process.env,
    onLine(line, stream) {
      if (stream === 'stderr') log(line)
      else last = line
    },
  })
  const { code } = await child.outputEnded
  if (code !== 0) throw new Error(`${script} exited with ${code}`)
  return JSON.parse(last) as T
}

/** True if loop devices can be mounted: as root, on Linux. */
export const canMount = (): boolean =>
  process.getuid?.() === 0 && existsSync('/dev/loop-control') && succeeds(...unshareMounts, 'losetup', '--find')

/** Runs commands with a private disk, mounted on a folder. */
export type PrivateDisk = {
  /** True for a file, which needs root; false for a tmpfs, for any user who may be root in a user namespace. */
  ofFile: boolean
  /** @param source the file, or the size of the tmpfs as `mount` reads it */
  on(folder: string, source: string): readonly string[]
}

/** Free memory in bytes that a disk in memory requires: several times its size. */
const leastMemory = 4 * 2 ** 30

/** Undefined if nothing can be mounted. */
export function findPrivateDisk(): PrivateDisk | undefined {
  if (canMount())
    return {
      ofFile: true,
      on: (folder, source) => [
        ...unshareMounts,
        'sh',
        '-c',
        'mount -o loop "$0" "$1" && shift && exec "$@"',
        source,
        folder,
      ],
    }
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  // PostgreSQL does not run as root: after the mount, the user changes back to the original one.
  const script = `mount -t tmpfs -o size="$0" tmpfs "$1" && shift && exec unshare --user --map-user=${uid} --map-group=${gid} "$@"`
  const on = (folder: string, source: string) => {
    return ['unshare', '--user', '--map-root-user', ...ownMounts, 'sh', '-c', script, source, folder]
  }
  const may = uid !== 0 && process.availableMemory() > leastMemory && succeeds(...on('/tmp', '1M'), 'true')
  return may ? { ofFile: false, on } : undefined
}

function succeeds(command = '', ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 })
    return true
  } catch {
    return false // another system, or a container without the permission
  }
}
