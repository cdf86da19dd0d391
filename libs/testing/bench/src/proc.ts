import { readFileSync } from 'node:fs'

/** KiB of memory that a process has for itself, with its share of what it has together with others (PSS). */
export const memoryOf = (pid: number) => numberOf(pid, 'smaps_rollup', 'Pss')

/** KiB of memory that a process has in the machine's, shared or not (RSS). */
export const residentOf = (pid: number) => numberOf(pid, 'smaps_rollup', 'Rss')

/** How often a process has called write(2) and its kin; send(2) is none. */
export const writesOf = (pid: number) => numberOf(pid, 'io', 'syscw')

/** A named number of a file in /proc; undefined where there is no such file, or it is closed to us. */
function numberOf(pid: number, file: string, name: string): number | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return undefined
  }
  const found = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
