import { manualDeviceId } from '../src/read/read.ts'
import type { NewRead, VisitState } from '../src/visit/visit.ts'

/**
 * Reference implementation of the definition: sorts all accepted reads of one plate at one store, and splits them where
 * neighbours are further apart than the window.
 */
export function referenceVisits(reads: readonly NewRead[], revisitMs: number): VisitState[] {
  const rank = ({ deviceId }: NewRead) => (deviceId === manualDeviceId ? '\uffff' : deviceId)
  const sorted = [...reads].sort((a, b) => a.recognizedAt - b.recognizedAt || (rank(a) < rank(b) ? -1 : 1))
  const chains: NewRead[][] = []
  for (const read of sorted) {
    const last = chains.at(-1)?.at(-1)
    if (last && read.recognizedAt - last.recognizedAt <= revisitMs) chains.at(-1)?.push(read)
    else chains.push([read])
  }
  return chains.map((chain) => ({
    firstReadAt: chain[0]?.recognizedAt ?? 0,
    lastReadAt: chain.at(-1)?.recognizedAt ?? 0,
    receivedAt: Math.min(...chain.map(({ receivedAt }) => receivedAt)),
    deviceId: chain[0]?.deviceId ?? '',
    reads: chain.length,
    late: chain.every(({ receivedAt, recognizedAt }) => receivedAt - recognizedAt > 600_000),
  }))
}
