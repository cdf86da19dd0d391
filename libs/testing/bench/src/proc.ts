import { readFileSync } from 'node:fs'

/** KiB of a process's private memory plus its share of shared memory (PSS). */
export const memoryOf = (pid: number) => numberOf(pid, 'smaps_rollup', 'Pss')

/** KiB of a process's resident memory, shared or not (RSS). */
export const residentOf = (pid: number) => numberOf(pid, 'smaps_rollup', 'Rss')

/** Number of write(2) and similar calls of a process; send(2) does not count. */
export const writesOf = (pid: number) => numberOf(pid, 'io', 'syscw')

/** A named number of a file in /proc; undefined if the file does not exist or is not readable. */
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
