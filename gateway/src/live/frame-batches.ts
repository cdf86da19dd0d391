import type { RingEntry } from './event.ts'
import { encodeFrame } from './frame.ts'
import type { Ring } from './ring.ts'

/** The part of the stream that a viewer gets. */
export type View = { storeId: string | undefined; masked: boolean }

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

  function build(after: number, { storeId, masked }: View): FrameBatch {
    const frames: Buffer[] = []
    let size = 0
    let reached = ring.last
    if (after + 1 < ring.first) {
      frames.push(gapFrame(after + 1, ring.first - 1))
      onGap?.()
    }
    for (const entry of ring.after(after)) {
      if (storeId !== undefined && entry.storeId !== storeId) continue
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
    const key = `${after}|${view.masked}|${view.storeId}`
    const batch = built.get(key) ?? build(after, view)
    built.set(key, batch)
    return batch
  }

  return {
    next(after, view) {
      if (after >= ring.last) return undefined
      if (latest?.after === after && isSameView(latest.view, view)) return latest.batch
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
const isSameView = (one: View, other: View) =>
  one === other || (one.storeId === other.storeId && one.masked === other.masked)
