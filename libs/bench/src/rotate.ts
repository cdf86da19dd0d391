import { cpuOf } from './cpu.ts'
import { load, type Slice, type Target } from './load.ts'

/** One way to do the work. All variants are up at once, so that they share the machine's moods. */
export type Variant = {
  name: string
  target: Target
  /** Whose CPU is counted, by role: `gateway`, `service`, `nats`, `postgres`. */
  processes: Record<string, number>
}

export type Measured = {
  name: string
  slices: Slice[]
  /** CPU microseconds a request over all rounds, by role. */
  cpu: Record<string, number>
}

export type Rotation = { rounds: number; seconds: number; connections: number; onRound?: (round: number) => void }

/** Short slices in rotation: A B C, A B C, … Slices that met failures fail the run: a fast error is no speed. */
export async function rotate(variants: readonly Variant[], rotation: Rotation): Promise<Measured[]> {
  const { rounds, seconds, connections } = rotation
  for (const { target } of variants) await load(target, { connections, seconds: 5 * seconds }) // warm: compiled, prepared, cached
  const slices = new Map<Variant, Slice[]>(variants.map((variant) => [variant, []]))
  const spent = new Map<Variant, Record<string, number>>(variants.map((variant) => [variant, {}]))
  for (let round = 1; round <= rounds; round++) {
    rotation.onRound?.(round)
    for (const variant of variants) {
      const before = snapshot(variant)
      const slice = await load(variant.target, { connections, seconds })
      const after = snapshot(variant)
      const { failures, requests } = slice
      if (failures > 0) throw new Error(`${variant.name}: ${failures} of ${requests} failed`)
      slices.get(variant)?.push(slice)
      const sum = spent.get(variant) as Record<string, number>
      for (const [role, ms] of Object.entries(after)) sum[role] = (sum[role] ?? 0) + ms - (before[role] as number)
    }
  }
  return variants.map((variant) => {
    const own = slices.get(variant) as Slice[]
    const requests = own.reduce((total, slice) => total + slice.requests, 0)
    const cpu = Object.entries(spent.get(variant) as Record<string, number>)
    return {
      name: variant.name,
      slices: own,
      cpu: Object.fromEntries(cpu.map(([role, ms]) => [role, (ms * 1000) / requests])),
    }
  })
}

const snapshot = ({ processes }: Variant) =>
  Object.fromEntries(Object.entries(processes).map(([role, pid]) => [role, cpuOf(pid)]))
