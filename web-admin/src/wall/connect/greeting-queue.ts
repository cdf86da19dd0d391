import type { Arrival } from '../../live/live-message.ts'

/*
 * Cars that come together are greeted one after the other. A greeted visit keeps the card for a minimum time; the next
 * ones wait in order. If more than three wait, the oldest loses its turn and is only in the list of recent visits, so
 * that the last driver of a burst is greeted while still in front of the screen: after 1 + 1.5 + 3 seconds or less.
 */

/** A visit that takes the card in its turn. */
export type QueuedVisit = {
  arrival: Arrival
  /** Whether the visit is greeted: false if it was greeted before. */
  greets: boolean
  /** Whether it enters with an animation. */
  enters: boolean
}

/** Milliseconds in which a driver finds and reads a name and a plate from some metres away. */
const leastTime = 3_000
/** As many as the list of recent visits. */
const maxQueued = 3

/** Minimum time of a greeting on the card in milliseconds: 3 s divided by the number of waiting visits, at least 1 s. */
export const leastTimeBefore = (queued: number): number => leastTime / Math.min(Math.max(1, queued), maxQueued)

/** Appends a visit; of too many, the oldest loses its turn. */
export const enqueue = (queue: readonly QueuedVisit[], visit: QueuedVisit): readonly QueuedVisit[] =>
  [...queue, visit].slice(-maxQueued)

/** Whether an event is of this visit, or of the one that it was merged into. */
export const isOf = ({ visitId, mergedInto }: Arrival, event: Arrival): boolean =>
  [visitId, mergedInto].includes(event.visitId)

/**
 * Applies an event to the visit that waits, which keeps its turn. A doubtful visit loses it, and so does one that was
 * merged into a visit with a greeting. `survivor` is the visit that this one was merged into, if that has arrived.
 */
export function updateQueued(
  queue: readonly QueuedVisit[],
  event: Arrival,
  survivor: { arrival: Arrival; greeted: boolean } | undefined,
): readonly QueuedVisit[] {
  const latest = survivor?.arrival ?? event
  const keeps = !latest.doubtful && survivor?.greeted !== true
  const updated = queue.flatMap((visit) =>
    isOf(visit.arrival, event) ? (keeps ? [{ ...visit, arrival: latest }] : []) : [visit],
  )
  const ids = updated.map(({ arrival }) => arrival.visitId)
  return updated.filter(({ arrival }, index) => ids.indexOf(arrival.visitId) === index)
}

/** The queue without a visit that has the card. */
export const withoutVisit = (queue: readonly QueuedVisit[], id: string): readonly QueuedVisit[] =>
  queue.filter(({ arrival }) => arrival.visitId !== id)
