import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a clock tick in /proc (USER_HZ is 100 on every Linux that Node runs on). */
const tickMs = 10

function statOf(pid: number): { parent: number; cpuMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the command stands in parentheses and may hold spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs }
  } catch {
    return undefined // it ended between the listing and the reading
  }
}

/** CPU milliseconds that a process and its children have used so far; 0 where there is no /proc. */
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
    return stat && (candidate === pid || stat.parent === pid) ? sum + stat.cpuMs : sum
  }, 0)
}
