import type { RingEntry } from './event.ts'
import { encodeFrame } from './frame.ts'
import type { Ring } from './ring.ts'

/** The part of the stream that a viewer gets. */
export type View = {
  /** Undefined for all stores. */
  stores: ReadonlySet<string> | undefined
  masked: boolean
  /** A key that is equal for views of the same part. */
  key: string
}

/** @param storeIds undefined for all stores */
export const createView = (storeIds: readonly string[] | undefined, masked: boolean): View => ({
  stores: storeIds && new Set(storeIds),
  masked,
  key: `${masked}|${storeIds?.toSorted().join()}`,
})

/** Frames of one write, and the sequence that the viewer has reached after it. */
export type FrameBatch = { frames: readonly Buffer[]; bytes: Buffer; reached: number }

export type FrameBatches = {
  /** The batch after a sequence; undefined if there is nothing new. */
  next(after: number, view: View): FrameBatch | undefined
  /** Forgets the batches of this iteration of the event loop. */
  endTick(): void
}

/** Bytes of one write: enough for a burst, small enough for a slow reader. */
const batchBytes = 64 * 1024

/**
 * Builds the writes of viewers from a ring. Viewers at the same position share the same bytes: within one iteration of
 * the event loop each batch is built once.
 * @param onGap called once for each batch that begins with a gap
 */
export function createFrameBatches(ring: Ring, onGap?: () => void): FrameBatches {
  const built = new Map<string, FrameBatch>()
  /** Most viewers are at the position of the previous one; for them no key is built. */
  let latest: { after: number; view: View; batch: FrameBatch } | undefined

  function build(after: number, { stores, masked }: View): FrameBatch {
    const frames: Buffer[] = []
    let size = 0
    let reached = ring.last
    if (after + 1 < ring.first) {
      frames.push(gapFrame(after + 1, ring.first - 1))
      onGap?.()
    }
    for (const entry of ring.after(after)) {
      if (stores && !stores.has(entry.storeId)) continue
      const bytes = frameOf(entry, masked)
      frames.push(bytes)
      size += bytes.length
      if (size < batchBytes) continue
      reached = entry.sequence
      break
    }
    const [only] = frames
    return { frames, bytes: frames.length === 1 && only ? only : Buffer.concat(frames), reached }
  }

  function builtOnce(after: number, view: View): FrameBatch {
    const key = `${after}|${view.key}`
    const batch = built.get(key) ?? build(after, view)
    built.set(key, batch)
    return batch
  }

  return {
    next(after, view) {
      if (after >= ring.last) return undefined
      if (latest?.after === after && latest.view.key === view.key) return latest.batch
      latest = { after, view, batch: builtOnce(after, view) }
      return latest.batch
    },
    endTick() {
      latest = undefined
      built.clear()
    },
  }
}

const gapFrame = (from: number, to: number) => encodeFrame(JSON.stringify({ type: 'gap', from, to }))
const frameOf = (entry: RingEntry, masked: boolean) => (masked ? entry.masked() : entry.frame)
