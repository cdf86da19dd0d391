import { setTimeout as wait } from 'node:timers/promises'
import { cpuOf } from '../cpu.ts'
import { memoryOf, residentOf } from '../proc.ts'
import type { Variant, Work } from '../rotate.ts'

/** MiB, of all processes of a launch. */
export type MemoryUse = { rss: number; pss: number }

export type Launch = Work & {
  /** From the first spawn to the last `ready`. */
  readyMs: number
  /** CPU until `ready`, and memory then and after some rest; undefined for a launch without processes of its own. */
  spent?: { cpuMs: number; ready: MemoryUse; idle: MemoryUse }
}

export type Launched = AsyncDisposable & { readyMs: number; pids: readonly number[] }

type Size = { rest: number; warmUp: boolean }

/** Repeatedly starts something, measures it when it is ready and after `rest` seconds, and stops it. */
export function launchVariant(name: string, start: () => Promise<Launched>, { rest, warmUp }: Size): Variant<Launch> {
  const slice = async (): Promise<Launch> => {
    await using launched = await start()
    const { readyMs, pids } = launched
    if (pids.length === 0) return { units: 1, readyMs }
    const cpuMs = pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
    const ready = memoryUseOf(pids)
    await wait(rest * 1_000)
    return { units: 1, readyMs, spent: { cpuMs, ready, idle: memoryUseOf(pids) } }
  }
  return { name, processes: {}, warm: async () => void (warmUp && (await slice())), slice }
}

/** @throws Error if it cannot be read: only Linux has /proc */
function memoryUseOf(pids: readonly number[]): MemoryUse {
  const sum = (of: (pid: number) => number | undefined) =>
    pids.reduce((total, pid) => {
      const kibibytes = of(pid)
      if (kibibytes === undefined) throw new Error(`The memory of process ${pid} cannot be read.`)
      return total + kibibytes / 1_024
    }, 0)
  return { rss: sum(residentOf), pss: sum(memoryOf) }
}
