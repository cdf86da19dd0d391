import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/deploy/child'
import type { Log } from '../trial.ts'

const apart = ['--mount', '--propagation', 'private']

/**
 * Runs a script of this folder as a process of its own and gives what its last line says, as JSON.
 * @param mounts whether it mounts disks, where nobody else sees them: root alone may, as `canMount` tells
 */
export async function runApart<T>(script: string, options: object, mounts: boolean, log: Log): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...before] = mounts ? ['unshare', ...apart, process.execPath] : [process.execPath]
  let last = ''
  await using child = startChild({
    command,
    args: [...before, path, JSON.stringify(options)],
    env: process.env,
    onLine(line, stream) {
      if (stream === 'stderr') log(line)
      else last = line
    },
  })
  const { code } = await child.heard
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(last) as T
}

/** Whether disks can be made of files here: as root, on Linux, with a loop device. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/dev/loop-control')) return false
  try {
    execFileSync('unshare', [...apart, 'losetup', '--find'], { stdio: 'ignore' })
    return true
  } catch {
    return false // a container without the right to mount
  }
}
