import { cpuOf } from './cpu.ts'

/** What a slice did: requests, reads. */
export type Work = { units: number }

/** One way to do the work. All variants are up at once, so that they share the machine's moods. */
export type Variant<Slice extends Work> = {
  name: string
  /** Whose CPU is counted, by role: `gateway`, `service`, `nats`, `postgres`. */
  processes: Record<string, number>
  /** Until what is measured has been running for a while: compiled, prepared, cached. */
  warm(): Promise<void>
  /** What a slice needs and nobody's figures hold. */
  prepare?(): Promise<void>
  /** @throws where anything failed: a fast error is no speed */
  slice(): Promise<Slice>
  /** Whether a slice did what it says, in nobody's figures either. @throws where it did not */
  check?(slice: Slice): Promise<void>
}

export type Measured<Slice> = {
  name: string
  slices: Slice[]
  /** CPU microseconds a unit of work over all rounds, by role. */
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
