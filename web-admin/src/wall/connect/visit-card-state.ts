import type { Arrival } from '../../live/live-message.ts'

/*
 * Which visit the one card shows, and what is heard of it.
 *
 * A visit that is told as it happens takes the card, enters with motion, chimes and is spoken: once. Everything else
 * comes quietly. The same visit comes again whenever something about it changes: that updates the card in place if it is
 * on show. What is old by the server's clock, was missed while the connection was lost, or is a car that was read again
 * takes the card at once only from a visit recognised before it; else it waits, the latest alone, until the one on show
 * has had its time: a read of an hour ago must not replace the car that stands before the screen. An old visit of which
 * only a name or a number changed takes nothing. Nor does one that was merged into another; the one it was merged into
 * takes over its card.
 */

export type Latest = {
  shown: Arrival | null
  /** When the visit on show took the card, and when its card was last news; server's time. */
  takenAt: number
  touchedAt: number
  /** Grows with each visit that enters; the same number means that the card only fades into what is new. */
  entrance: number
  /** Grow with each visit to be spoken, and each use of a product that is told after its visit. */
  greetings: number
  uses: number
  /** Sequence to resume from after a lost connection. */
  resumeAfter: number | null
  /** A visit that may have the card when the one on show has had its time. */
  waiting: Arrival | null
  /** What was last known of recent visits, oldest first. */
  known: ReadonlyMap<string, Known>
}

type Known = { sequence: number; arrival: Arrival; greeted: boolean; useTold: boolean }

/** How an event came: as it happened, after a lost connection, or again after the page was loaded anew. */
export type Coming = 'live' | 'missed' | 'seen'

export const nothingYet: Latest = {
  shown: null,
  takenAt: 0,
  touchedAt: 0,
  entrance: 0,
  greetings: 0,
  uses: 0,
  resumeAfter: null,
  waiting: null,
  known: new Map(),
}

/** Visits remembered; a screen sees fewer in an hour. */
const memory = 1000
/** Milliseconds from camera to screen in which a visit counts as happening now. */
const freshFor = 10_000
/** How long a visit has the card to itself: about as long as a driver looks at it before the car moves on. */
const turn = 30_000
/** A visit that is older when it is first told is late, or not new: its plate has another owner. */
const lateAfter = 10 * 60_000

/** `now` is the server's time; `lag` milliseconds by which a camera's clock may be behind it. */
export function receive(latest: Latest, arrival: Arrival, now: number, coming: Coming = 'live', lag = 0): Latest {
  const { shown } = latest
  const known = beganAnew(latest, arrival) ? forgetSequences(latest.known) : latest.known
  const before = known.get(arrival.visitId)
  const sequence = arrival.sequence ?? (before?.sequence ?? 0) + 1
  if (before !== undefined && sequence <= before.sequence) return latest

  const fresh = coming !== 'seen' && !arrival.late && now - arrival.recognizedAt <= freshFor + lag
  const follows = shown !== null && [shown.visitId, shown.mergedInto].includes(arrival.visitId)
  const wants = !follows && arrival.mergedInto === null && isNews(latest, arrival, before)
  const takes = wants && isAhead(shown, arrival, fresh && before === undefined)
  const waits = wants && !takes && (before !== undefined || arrival.late || now - arrival.recognizedAt <= lateAfter)
  const was = follows ? known.get(shown.visitId) : undefined
  const greeted = before?.greeted || was?.greeted || false
  const useTold = before?.useTold || was?.useTold || false

  const greets = takes && fresh && !greeted
  const tellsUse = follows && greeted && !useTold && arrival.productUsed !== null && coming === 'live'
  const news = {
    sequence,
    arrival,
    greeted: greeted || greets,
    useTold: useTold || tellsUse || (greets && arrival.productUsed !== null),
  }
  const isPresent = fresh || (follows && coming === 'live')
  // The survivor of a joined visit may have been told before it: then it is what the card shows from now on.
  const survivor = follows && arrival.mergedInto !== null ? known.get(arrival.mergedInto)?.arrival : undefined
  const next = {
    ...latest,
    resumeAfter: arrival.sequence ?? latest.resumeAfter,
    waiting: waits ? arrival : withoutStale(latest.waiting, arrival),
    known: remember(survivor ? inherit(known, survivor.visitId, news) : known, arrival.visitId, news),
  }
  if (!follows && !takes) return release(next, now)
  const onShow = survivor ?? arrival
  return {
    ...next,
    shown: onShow,
    waiting: next.waiting?.visitId === onShow.visitId ? null : next.waiting,
    takenAt: takes ? now : latest.takenAt,
    touchedAt: Math.max(latest.touchedAt, isPresent ? now : Math.min(now, arrival.recognizedAt)),
    entrance: latest.entrance + (greets && coming === 'live' ? 1 : 0),
    greetings: latest.greetings + (greets ? 1 : 0),
    uses: latest.uses + (tellsUse ? 1 : 0),
  }
}

/** Milliseconds until the visit that waits may have the card; null where none does. */
export const untilRelease = ({ waiting, takenAt }: Latest, now: number): number | null =>
  waiting === null ? null : Math.max(0, takenAt + turn - now)

/** Gives the card to the visit that waits, once the one on show has had its time. It comes quietly. */
export function release(latest: Latest, now: number): Latest {
  const { waiting } = latest
  return waiting === null || untilRelease(latest, now) !== 0
    ? latest
    : { ...latest, shown: waiting, takenAt: now, waiting: null }
}

/**
 * Whether an event says that somebody came: a visit never heard of, or one whose car was read again. An earlier visit of
 * the car on show says nothing new of it; where the two were joined, that is told of the one on show.
 */
function isNews({ shown }: Latest, arrival: Arrival, before: Known | undefined): boolean {
  if (before !== undefined) return arrival.reads > before.arrival.reads
  const isOfShown = arrival.carNumber === shown?.carNumber && arrival.storeName === shown.storeName
  return !isOfShown || arrival.recognizedAt >= shown.recognizedAt
}

/** Whether a visit need not wait: it is happening now, nobody else is, or it was recognised after the one on show. */
const isAhead = (shown: Arrival | null, arrival: Arrival, happening: boolean): boolean =>
  shown === null || happening || arrival.recognizedAt > shown.recognizedAt

/** What waits, as it is now known; nothing where it was merged away. */
function withoutStale(waiting: Arrival | null, arrival: Arrival): Arrival | null {
  if (waiting?.visitId !== arrival.visitId) return waiting
  return arrival.mergedInto === null ? arrival : null
}

/** A survivor is greeted when the visit that was joined with it was. */
function inherit(known: Latest['known'], id: string, { greeted, useTold }: Known): Latest['known'] {
  const survivor = known.get(id)
  if (survivor === undefined) return known
  return new Map(known).set(id, {
    ...survivor,
    greeted: survivor.greeted || greeted,
    useTold: survivor.useTold || useTold,
  })
}

/** A visit never heard of with a number that has passed: the server counts from the beginning. */
const beganAnew = ({ resumeAfter, known }: Latest, { sequence, visitId }: Arrival): boolean =>
  sequence !== null && resumeAfter !== null && sequence < resumeAfter && !known.has(visitId)

const forgetSequences = (known: Latest['known']): Latest['known'] =>
  new Map(Array.from(known, ([id, visit]) => [id, { ...visit, sequence: -1 }]))

function remember(known: Latest['known'], id: string, visit: Known): Latest['known'] {
  const next = new Map(known)
  next.delete(id)
  next.set(id, visit)
  for (const oldest of next.keys()) {
    if (next.size <= memory) break
    next.delete(oldest)
  }
  return next
}

/**
 * Milliseconds without news after which the visit on show is over: longer than the gaps of a busy hour, so that the screen
 * stays calm, and shorter than a car takes in the wash, so that no driver leaves under a greeting of the one before.
 */
const idleAfter = 5 * 60_000

/** Whether nobody is there and the clock may have the screen. */
export const isIdle = ({ shown, touchedAt }: Latest, now: number): boolean =>
  shown !== null && now - touchedAt >= idleAfter
