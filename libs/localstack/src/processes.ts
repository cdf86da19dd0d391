import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/cmdline')

/** The command line of a process; empty when it does not run. Linux needs no `ps` for it, which small systems lack. */
export function commandOf(pid: number): string {
  if (!hasProc) return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // gone
  }
}

/** A process and those that it started itself, itself first. */
export function withChildren(pid: number): number[] {
  const children = everyProcess().filter((process) => process.parent === pid)
  return [pid, ...children.map((process) => process.pid)]
}

/** What the system says of a process: `T` is stopped, `Z` has ended and waits for its parent; undefined when it is gone. */
export function stateOf(pid: number): string | undefined {
  if (hasProc) return statusOf(pid)?.state
  return spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()[0]
}

function everyProcess(): { pid: number; parent: number }[] {
  if (!hasProc) {
    const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
    return lines.map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number)
      return { pid: pid ?? 0, parent: parent ?? 0 }
    })
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => ({ pid: Number(pid), parent: statusOf(pid)?.parent ?? 0 }))
}

function statusOf(pid: number | string): { state: string | undefined; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined // gone
  }
}
