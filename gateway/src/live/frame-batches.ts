import type { RingEntry } from './event.ts'
import { encodeFrame } from './frame.ts'
import type { Ring } from './ring.ts'

/** What a viewer sees of the stream. */
export type View = { storeId: string | undefined; masked: boolean }

/** Frames to write at once, and the sequence that the viewer has reached with them. */
export type FrameBatch = { frames: readonly Buffer[]; bytes: Buffer; reached: number }

export type FrameBatches = {
  /** What follows a sequence; undefined where nothing does. */
  next(after: number, view: View): FrameBatch | undefined
  /** Forgets what this turn of the event loop built. */
  endTick(): void
}

/** Bytes of one write: enough for a burst, little enough for a slow reader. */
const batchBytes = 64 * 1024

/**
 * Makes the writes of viewers out of a ring. Those who stand at the same place get the same bytes: within one turn of the
 * event loop each chunk is built once.
 * @param onGap hears of each gap that is told
 */
export function createFrameBatches(ring: Ring, onGap?: () => void): FrameBatches {
  const built = new Map<string, FrameBatch>()
  /** Nearly everybody stands where the one before stood: no key is made for them. */
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
