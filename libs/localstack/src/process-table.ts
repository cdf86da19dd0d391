import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/cmdline')

/** The command line of a process; empty if it does not run. Linux uses /proc, since small systems have no `ps`. */
export function commandOf(pid: number): string {
  if (!hasProc) return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // gone
  }
}

/** The pids of a process and its direct children, the process first. */
export function withChildren(pid: number): number[] {
  const children = everyProcess().filter((process) => process.parent === pid)
  return [pid, ...children.map((process) => process.pid)]
}

/** The state of a process: `T` is stopped, `Z` is a zombie; undefined if it does not exist. */
export function stateOf(pid: number): string | undefined {
  if (hasProc) return statusOf(pid)?.state
  return spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()[0]
}

/** CPU seconds of a process and all its descendants so far, including ended ones. Linux only. */
export function processorSeconds(pid: number): number {
  const all = everyProcess()
  const family = new Set([pid])
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const { pid: one, parent } of all) if (family.has(parent)) family.add(one)
  }
  return [...family].reduce((sum, one) => sum + (statusOf(one)?.ticks ?? 0), 0) / ticksPerSecond
}

/** USER_HZ, the unit of the kernel's times: 100 on all platforms of Node (man 5 proc). */
const ticksPerSecond = 100

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

type Status = {
  state: string | undefined
  parent: number
  /** User and system time of the process and of its reaped children. */
  ticks: number
}

function statusOf(pid: number | string): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) // fields 14 to 17 of man 5 proc
    return { state, parent: Number(parent), ticks }
  } catch {
    return undefined // gone
  }
}
