import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Log } from '../trial.ts'

const apart = ['--mount', '--propagation', 'private']

/**
 * Runs a script of this folder as a process of its own and gives what its last line says, as JSON.
 * @param mounts whether it mounts disks, where nobody else sees them: root alone may, as `canMount` tells
 */
export async function runApart<T>(script: string, options: object, mounts: boolean, log: Log): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [command = '', ...before] = mounts ? ['unshare', ...apart, process.execPath] : [process.execPath]
  const child = spawn(command, [...before, path, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.setEncoding('utf8').on('data', (said: string) => log(said.trimEnd()))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as T
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
