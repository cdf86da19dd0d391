import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import type { Log } from '../scenario-runner.ts'

const ownMounts = ['--mount', '--propagation', 'private']

/** Runs what follows where it may mount disks that nobody else sees: root alone may, as `canMount` tells. */
export const mounting: readonly string[] = ['unshare', ...ownMounts]

/**
 * Runs a script of this folder as a process of its own and gives what its last line says, as JSON.
 * @param through the command that runs it there, such as `mounting`
 */
export async function runApart<T>(
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
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(last) as T
}

/** Whether disks can be made of files here: as root, on Linux, with a loop device. */
export const canMount = (): boolean =>
  process.getuid?.() === 0 && existsSync('/dev/loop-control') && succeeds(...mounting, 'losetup', '--find')

/** What runs what follows with a disk of its own, mounted on a folder. */
export type OwnDisk = {
  /** Whether it is made of a file, by root; else of memory, by anybody who may be root in a namespace of his own. */
  ofFile: boolean
  /** @param source the file, or the size of the memory as `mount` reads it */
  on(folder: string, source: string): readonly string[]
}

/** Bytes that are free where a disk of memory is no burden: several times what it takes. */
const leastMemory = 4 * 2 ** 30

/** Undefined where nobody may mount anything. */
export function ownDisk(): OwnDisk | undefined {
  if (canMount())
    return {
      ofFile: true,
      on: (folder, source) => [
        ...mounting,
        'sh',
        '-c',
        'mount -o loop "$0" "$1" && shift && exec "$@"',
        source,
        folder,
      ],
    }
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  // PostgreSQL does not run as root: who has mounted it becomes who he was.
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
    return false // another system, or a container without the right
  }
}
