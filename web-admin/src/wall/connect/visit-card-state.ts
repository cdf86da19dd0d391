import type { Arrival } from '../../live/live-message.ts'
import { enqueue, isOf, leastTimeBefore, type QueuedVisit, updateQueued, withoutVisit } from './greeting-queue.ts'

/*
 * Decides which visit the single card shows, and which visits are announced.
 *
 * - A fresh live visit takes the card, enters with an animation, and is announced with a chime, once: immediately, or
 *   in its turn
 * if a greeting has the card (greeting-queue.ts).
 * - The server sends a visit again whenever it changes. If the visit is on show, the card is updated in place.
 * - A visit that is old by the server's clock, was missed while disconnected, or whose car was read again takes the
 *   card
 * immediately only if it was recognised after the visit on show. Otherwise it waits (only the latest one waits) until
 * the
 * visit on show has been shown long enough: a read from an hour ago must not replace the car that is in front of the
 * screen.
 * - A change of only the name or number of an old visit does not take the card.
 * - A visit that was merged into another never takes the card; the surviving visit takes over its card.
 */

export type VisitCardState = {
  shown: Arrival | null
  /** When the visit on show took the card; server's time. */
  takenAt: number
  /** When the visit on show got its least time; server's time. `notHeld` if it can lose the card immediately. */
  heldSince: number
  /** Visits that take the card in their turn, the next one first. */
  queue: readonly QueuedVisit[]
  /** When the visit on show last had news; server's time. */
  touchedAt: number
  /** Incremented for each visit that enters with an animation. While it is unchanged, changes only fade in. */
  entrance: number
  /** Incremented for each visit to announce. */
  greetings: number
  /** Incremented for each product use to announce after its visit. */
  uses: number
  /** Sequence to resume from after a lost connection. */
  resumeAfter: number | null
  /** The visit that takes the card when the one on show has had its time. */
  waiting: Arrival | null
  /** The latest event of each recent visit, oldest first. */
  known: ReadonlyMap<string, KnownVisit>
}

type KnownVisit = { sequence: number; arrival: Arrival; greeted: boolean; useAnnounced: boolean }

/** How an event arrived: live, late because it was missed while disconnected, or again after a page reload. */
export type Delivery = 'live' | 'missed' | 'replayed'

const notHeld = Number.NEGATIVE_INFINITY

export const emptyCard: VisitCardState = {
  shown: null,
  takenAt: 0,
  heldSince: notHeld,
  queue: [],
  touchedAt: 0,
  entrance: 0,
  greetings: 0,
  uses: 0,
  resumeAfter: null,
  waiting: null,
  known: new Map(),
}

/** More visits than a screen sees in an hour. */
const maxKnownVisits = 1000
/** Milliseconds from camera to screen within which a visit is fresh. */
const freshFor = 10_000
/** Milliseconds for which a waiting visit does not replace the card: about as long as a driver looks at the screen. */
const minShownFor = 30_000
/** Milliseconds. An unknown visit that is older and not late is not new: only its owner changed. */
const lateAfter = 10 * 60_000

/** The state after an event. `now` is the server's time; `lag` is how many milliseconds a camera's clock may be behind it. */
export function receive(
  state: VisitCardState,
  arrival: Arrival,
  now: number,
  delivery: Delivery = 'live',
  lag = 0,
): VisitCardState {
  const { shown } = state
  const known = sequenceRestarted(state, arrival) ? forgetSequences(state.known) : state.known
  const before = known.get(arrival.visitId)
  const sequence = arrival.sequence ?? (before?.sequence ?? 0) + 1
  if (before !== undefined && sequence <= before.sequence) return state

  const fresh = delivery !== 'replayed' && !arrival.late && now - arrival.recognizedAt <= freshFor + lag
  const follows = shown !== null && isOf(shown, arrival)
  const place = follows ? shown : state.queue.find((visit) => isOf(visit.arrival, arrival))?.arrival
  const wants =
    place === undefined && arrival.mergedInto === null && !arrival.doubtful && isNews(state, arrival, before)
  const ahead = wants && isAhead(shown, arrival, fresh && before === undefined)
  const takes = ahead && state.queue.length === 0 && now >= state.heldSince + leastTimeBefore(1)
  const waits = wants && !ahead && (before !== undefined || arrival.late || now - arrival.recognizedAt <= lateAfter)
  const was = place && known.get(place.visitId)
  const greeted = before?.greeted || was?.greeted || false
  const useAnnounced = before?.useAnnounced || was?.useAnnounced || false

  const greets = ahead && fresh && !greeted
  const enters = greets && delivery === 'live'
  const announcesUse = follows && greeted && !useAnnounced && arrival.productUsed !== null && delivery === 'live'
  const news = {
    sequence,
    arrival,
    greeted: greeted || greets,
    useAnnounced: useAnnounced || announcesUse || (takes && greets && arrival.productUsed !== null),
  }
  const isPresent = fresh || (follows && delivery === 'live')
  // The surviving visit of a merge may have arrived before the merged one. Then the card shows it from now on.
  const merged = place && arrival.mergedInto !== null ? known.get(arrival.mergedInto) : undefined
  const survivor = follows ? merged?.arrival : undefined
  const next = {
    ...state,
    resumeAfter: arrival.sequence ?? state.resumeAfter,
    waiting: waits ? arrival : withoutStale(state.waiting, arrival),
    queue: updateQueued(state.queue, arrival, merged),
    known: remember(merged ? inherit(known, merged.arrival.visitId, news) : known, arrival.visitId, news),
  }
  if (ahead && !takes) return release({ ...next, queue: enqueue(next.queue, { arrival, greets, enters }) }, now)
  if (!follows && !takes) return release(next, now)
  // The plate was misread: its greeting ends, and the other plate may take the card immediately.
  if (arrival.doubtful && survivor === undefined)
    return release({ ...next, shown: null, takenAt: 0, heldSince: notHeld }, now)
  const onShow = survivor ?? arrival
  return {
    ...next,
    shown: onShow,
    waiting: next.waiting?.visitId === onShow.visitId ? null : next.waiting,
    queue: withoutVisit(next.queue, onShow.visitId),
    takenAt: takes ? now : state.takenAt,
    heldSince: takes ? (greets ? now : notHeld) : state.heldSince,
    touchedAt: Math.max(state.touchedAt, isPresent ? now : Math.min(now, arrival.recognizedAt)),
    entrance: state.entrance + (enters ? 1 : 0),
    greetings: state.greetings + (greets ? 1 : 0),
    uses: state.uses + (announcesUse ? 1 : 0),
  }
}

/** Milliseconds until the next visit may take the card; null if none waits. */
export function untilRelease({ waiting, takenAt, queue, heldSince }: VisitCardState, now: number): number | null {
  if (queue.length > 0) return Math.max(0, heldSince + leastTimeBefore(queue.length) - now)
  return waiting === null ? null : Math.max(0, takenAt + minShownFor - now)
}

/** Gives the card to the next visit of the queue, or without animation to the waiting one, once the one on show has had its time. */
export function release(state: VisitCardState, now: number): VisitCardState {
  if (untilRelease(state, now) !== 0) return state
  const { queue, waiting, known } = state
  const [next, ...rest] = queue
  if (next === undefined) return { ...state, shown: waiting, takenAt: now, heldSince: notHeld, waiting: null }
  const { arrival, greets, enters } = next
  const visit = known.get(arrival.visitId)
  return {
    ...state,
    shown: arrival,
    queue: rest,
    waiting: waiting?.visitId === arrival.visitId ? null : waiting,
    takenAt: now,
    heldSince: now,
    touchedAt: Math.max(state.touchedAt, greets ? now : Math.min(now, arrival.recognizedAt)),
    entrance: state.entrance + (enters ? 1 : 0),
    greetings: state.greetings + (greets ? 1 : 0),
    known:
      greets && visit && arrival.productUsed !== null
        ? new Map(known).set(arrival.visitId, { ...visit, useAnnounced: true })
        : known,
  }
}

/**
 * Whether an event means that a car is there: an unknown visit, or one whose car was read again. An earlier visit of the car
 * on show is not news; if the two were merged, an event of the visit on show reports it.
 */
function isNews({ shown }: VisitCardState, arrival: Arrival, before: KnownVisit | undefined): boolean {
  if (before !== undefined) return arrival.reads > before.arrival.reads
  const isOfShown = arrival.carNumber === shown?.carNumber && arrival.storeName === shown.storeName
  return !isOfShown || arrival.recognizedAt >= shown.recognizedAt
}

/** Whether a visit takes the card immediately: it is fresh, the card is empty, or it was recognised after the one on show. */
const isAhead = (shown: Arrival | null, arrival: Arrival, happening: boolean): boolean =>
  shown === null || happening || arrival.recognizedAt > shown.recognizedAt

/** The waiting visit, updated by the event if it is the same visit; null if that was merged into another, or is doubtful. */
function withoutStale(waiting: Arrival | null, arrival: Arrival): Arrival | null {
  if (waiting?.visitId !== arrival.visitId) return waiting
  return arrival.mergedInto === null && !arrival.doubtful ? arrival : null
}

/** Marks the surviving visit of a merge as announced if the merged one was. */
function inherit(
  known: VisitCardState['known'],
  id: string,
  { greeted, useAnnounced }: KnownVisit,
): VisitCardState['known'] {
  const survivor = known.get(id)
  if (survivor === undefined) return known
  return new Map(known).set(id, {
    ...survivor,
    greeted: survivor.greeted || greeted,
    useAnnounced: survivor.useAnnounced || useAnnounced,
  })
}

/** An unknown visit with an already passed sequence means that the server's numbering restarted. */
const sequenceRestarted = ({ resumeAfter, known }: VisitCardState, { sequence, visitId }: Arrival): boolean =>
  sequence !== null && resumeAfter !== null && sequence < resumeAfter && !known.has(visitId)

const forgetSequences = (known: VisitCardState['known']): VisitCardState['known'] =>
  new Map(Array.from(known, ([id, visit]) => [id, { ...visit, sequence: -1 }]))

function remember(known: VisitCardState['known'], id: string, visit: KnownVisit): VisitCardState['known'] {
  const next = new Map(known)
  next.delete(id)
  next.set(id, visit)
  for (const oldest of next.keys()) {
    if (next.size <= maxKnownVisits) break
    next.delete(oldest)
  }
  return next
}

/**
 * Milliseconds without news after which the visit on show is over: longer than the gaps of a busy hour, so that the screen
 * does not alternate, and shorter than a car wash, so that no driver leaves under the greeting of the previous one.
 */
const idleAfter = 5 * 60_000

/** Visits of the list of recent ones. */
const maxRecent = 3

/**
 * Visits that lost the card to another one after their greeting, and visits of a burst that lost their turn, newest
 * first. Each stays as long as a visit without news stays on show.
 */
export const recentVisits = ({ known, shown, queue }: VisitCardState, now: number): Arrival[] =>
  [...known.values()]
    .reverse()
    .filter(({ greeted, arrival }) => greeted && !arrival.test && !arrival.doubtful && arrival.mergedInto === null)
    .map(({ arrival }) => arrival)
    .filter(({ visitId }) => queue.every(({ arrival }) => arrival.visitId !== visitId))
    .filter(({ visitId, recognizedAt }) => visitId !== shown?.visitId && now - recognizedAt < idleAfter)
    .sort((a, b) => b.recognizedAt - a.recognizedAt)
    .slice(0, maxRecent)

/** Whether no car is there, so that the screen shows the clock. */
export const isIdle = ({ shown, touchedAt }: VisitCardState, now: number): boolean =>
  shown !== null && now - touchedAt >= idleAfter
