import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of a clock tick in /proc (USER_HZ is 100 on every Linux that Node runs on). */
const tickMs = 10

type Stat = { parent: number; cpuMs: number; ofEndedMs: number }

function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the command name is in parentheses and may contain spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = fields.slice(11, 15).map(Number)
    return {
      parent: Number(fields[1]),
      cpuMs: (user + system) * tickMs,
      ofEndedMs: (ofEndedUser + ofEndedSystem) * tickMs,
    }
  } catch {
    return undefined // it exited after the directory was listed
  }
}

/** CPU milliseconds that a process and its children, exited ones included, have used so far; 0 without /proc. */
export function cpuOf(pid: number): number {
  let processes: number[]
  try {
    processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return 0
  }
  return processes.reduce((sum, candidate) => {
    const stat = statOf(candidate)
    if (candidate === pid) return sum + (stat ? stat.cpuMs + stat.ofEndedMs : 0)
    return stat?.parent === pid ? sum + stat.cpuMs : sum
  }, 0)
}

/** CPU milliseconds that a process and its exited children have used so far; 0 if it does not exist. */
export function ownCpuOf(pid: number): number {
  const stat = statOf(pid)
  // the ticks also count threads that have ended, and only the threads' own accounting is exact
  return stat ? Math.max(stat.cpuMs, ofThreads(pid)) + stat.ofEndedMs : 0
}

/** CPU milliseconds of the threads of a process, to the nanosecond; 0 if it has ended. */
function ofThreads(pid: number): number {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + runTimeOf(join(folder, thread)), 0)
  } catch {
    return 0
  }
}

const runTimeOf = (thread: string) => Number(readFileSync(join(thread, 'schedstat'), 'latin1').split(' ')[0]) / 1e6
