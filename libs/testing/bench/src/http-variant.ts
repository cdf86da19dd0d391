import { load, type Slice, type Target } from './load.ts'
import type { Variant, Work } from './rotate.ts'

type Size = {
  seconds: number
  /** How long it is loaded before measuring; 0 for no warm-up. */
  warmUp: number
  connections: number
}

/** A variant whose slices load a URL; a failed call fails the run. */
export function httpVariant(
  name: string,
  target: Target,
  processes: Record<string, number>,
  size: Size,
): Variant<Slice & Work> {
  return {
    name,
    processes,
    async warm() {
      if (size.warmUp > 0) await load(target, { ...size, seconds: size.warmUp })
    },
    async slice() {
      const slice = await load(target, size)
      if (slice.failures > 0) throw new Error(`${name}: ${slice.failures} of ${slice.requests} failed`)
      return { ...slice, units: slice.requests }
    },
  }
}
