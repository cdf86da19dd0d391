import type { Arrival } from './live-message.ts'

/*
 * Which visit the one card shows.
 *
 * The latest event takes the card, with these exceptions. The same visit comes again whenever something about it changes:
 * that updates the card in place if it is on show, and takes the card back only if the car was really read again. A
 * visit that was merged into another takes nothing; the one it was merged into follows on its card as an update.
 */

export type Latest = {
  shown: Arrival | null
  /** Grows with each visit that enters; the same number means that the card is only updated. */
  entrance: number
  /** Sequence to resume from after a lost connection. */
  resumeAfter: number | null
  /** What was last known of recent visits, oldest first. */
  known: ReadonlyMap<string, { sequence: number; reads: number }>
}

export const nothingYet: Latest = { shown: null, entrance: 0, resumeAfter: null, known: new Map() }

/** Visits remembered; a screen sees fewer in an hour. */
const memory = 1000

export function receive(latest: Latest, arrival: Arrival): Latest {
  const { shown, known } = latest
  const before = known.get(arrival.visitId)
  const sequence = arrival.sequence ?? (before?.sequence ?? 0) + 1
  if (before !== undefined && sequence <= before.sequence) return latest

  const next = {
    ...latest,
    resumeAfter: arrival.sequence ?? latest.resumeAfter,
    known: remember(known, arrival.visitId, { sequence, reads: arrival.reads }),
  }
  if (shown !== null && continues(shown, arrival)) return { ...next, shown: arrival }
  if (arrival.mergedInto !== null) return next
  if (before !== undefined && arrival.reads <= before.reads) return next
  return { ...next, shown: arrival, entrance: latest.entrance + 1 }
}

/** Whether an event is about the visit on show, under its own id or as the earlier one that it was joined with. */
function continues(shown: Arrival, arrival: Arrival): boolean {
  if (arrival.visitId === shown.visitId || arrival.visitId === shown.mergedInto) return true
  const sameCar = arrival.carNumber === shown.carNumber && arrival.storeName === shown.storeName
  return sameCar && !arrival.late && arrival.recognizedAt < shown.recognizedAt && arrival.reads > shown.reads
}

function remember<V>(known: ReadonlyMap<string, V>, id: string, value: V): ReadonlyMap<string, V> {
  const next = new Map(known)
  next.delete(id)
  next.set(id, value)
  for (const oldest of next.keys()) {
    if (next.size <= memory) break
    next.delete(oldest)
  }
  return next
}
