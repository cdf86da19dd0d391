import { readFile } from 'node:fs/promises'

/** Resident memory of a process in MiB: current, and maximum. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
  return { now: field('VmRSS'), most: field('VmHWM') }
}
