import { cpuOf } from './cpu.ts'

/** The work of a slice: requests, reads. */
export type Work = { units: number }

/**
 * One implementation of the work. All variants run at the same time, so that changes of the machine's load affect all.
 */
export type Variant<Slice extends Work> = {
  name: string
  /** The processes whose CPU counts, by role: `gateway`, `service`, `nats`, `postgres`. */
  processes: Record<string, number>
  /** Runs the variant until it is warm: compiled, prepared, cached. */
  warm(): Promise<void>
  /** Prepares a slice; not measured. */
  prepare?(): Promise<void>
  /** @throws if anything failed: a fast error must not count as speed */
  slice(): Promise<Slice>
  /** Checks that a slice did its work; not measured. @throws if it did not */
  check?(slice: Slice): Promise<void>
}

export type Measured<Slice> = {
  name: string
  slices: Slice[]
  /** CPU microseconds per unit of work over all rounds, by role. */
  cpu: Record<string, number>
}

export type Rotation = { rounds: number; onRound?: (round: number) => void }

/** Short slices in rotation: A B C, A B C, … */
export async function rotate<Slice extends Work>(
  variants: readonly Variant<Slice>[],
  { rounds, onRound }: Rotation,
): Promise<Measured<Slice>[]> {
  for (const variant of variants) await variant.warm()
  const all = variants.map((variant) => ({ variant, slices: [] as Slice[], spent: new Map<string, number>() }))
  for (let round = 1; round <= rounds; round++) {
    onRound?.(round)
    for (const { variant, slices, spent } of all) {
      await variant.prepare?.()
      const before = snapshot(variant)
      const slice = await variant.slice()
      slices.push(slice)
      for (const [role, ms] of snapshot(variant)) {
        spent.set(role, (spent.get(role) ?? 0) + ms - (before.get(role) as number))
      }
      await variant.check?.(slice)
    }
  }
  return all.map(({ variant: { name }, slices, spent }) => {
    const units = slices.reduce((total, slice) => total + slice.units, 0)
    return { name, slices, cpu: Object.fromEntries([...spent].map(([role, ms]) => [role, (ms * 1000) / units])) }
  })
}

const snapshot = ({ processes }: Variant<Work>) =>
  new Map(Object.entries(processes).map(([role, pid]) => [role, cpuOf(pid)]))
