import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Log } from '../trial.ts'

/** What clients were told is stored, by kind, and what of it is not there after the cut. */
export type PowerOutcome = { told: Record<string, number>; lost: Record<string, number> }

export type PowerOptions = {
  /** Whether it lies on a disk whose power can be cut; the lesser form kills every process in one moment. */
  onDisk: boolean
  /** As the product runs; else with what nats-server and a fast PostgreSQL would do: write to the disk later. */
  safe: boolean
  /** Seconds of work before the cut. */
  seconds: number
}

/**
 * Cuts the power of a product that is at work, and starts it again. Its data lies on a disk in a file; while all of its
 * processes stand still the file is copied, which has what was written to the disk, and not what the system was still to
 * write. The disk is mounted in a process of its own, where nobody else sees it, which `canCutPower` tells of.
 */
export async function cutPower(options: PowerOptions, log: Log): Promise<PowerOutcome> {
  const script = fileURLToPath(new URL('power-cut.ts', import.meta.url))
  const [command = '', ...before] = options.onDisk ? ['unshare', ...apart, process.execPath] : [process.execPath]
  const child = spawn(command, [...before, script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.setEncoding('utf8').on('data', (said: string) => log(said.trimEnd()))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the process that cuts the power ended with ${code}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as PowerOutcome
}

const apart = ['--mount', '--propagation', 'private']

/** Whether disks can be made of files here: as root, on Linux, with a loop device. */
export function canCutPower(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/dev/loop-control')) return false
  try {
    execFileSync('unshare', [...apart, 'losetup', '--find'], { stdio: 'ignore' })
    return true
  } catch {
    return false // a container without the right to mount
  }
}
