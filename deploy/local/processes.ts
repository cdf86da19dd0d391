import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The command line of a process; empty when it does not run. Linux needs no `ps` for it, which small systems lack. */
export function commandOf(pid: number): string {
  if (!existsSync('/proc/self/cmdline'))
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // gone
  }
}
