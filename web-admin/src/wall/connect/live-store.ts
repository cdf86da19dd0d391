import { createStore } from 'zustand/vanilla'
import { type ConnectionState, initialConnection } from '../../live/connection-state.ts'
import { type Arrival, type LiveMessage, readMessage } from '../../live/live-message.ts'
import type { LiveSink } from '../../live/live-sink.ts'
import { emptyCard, receive, release, untilRelease, type VisitCardState } from './visit-card-state.ts'

export type LiveScreenState = {
  card: VisitCardState
  connection: ConnectionState
  /** Name of the screen; empty if this is not a wall screen. */
  name: string
  /** Message of an administrator; empty when none is shown. The number distinguishes repeated messages. */
  notice: { text: string; number: number }
}

export type LiveStoreOptions = {
  /** Sequence of the event that the card showed before a page reload. */
  recalled?: number | null
  /** Runs a task soon; in the browser, with the next frame. */
  schedule?: (task: () => void) => void
  /** Called when the socket is dead and a new one did not help. */
  stuck?: () => void
  /** Called when an administrator requests a page reload. */
  reload?: () => void
}

/** Milliseconds without an event after which catching up is complete, once the first missed event has arrived. */
const quiet = 300
/** Longest wait in milliseconds for the first missed event, and again for the last: the server may read them from disk. */
const longest = 3_000
/** Milliseconds. An event that the page showed before a reload and that is older counts as already seen. */
const seenAfter = 10_000
/** Milliseconds that a message of an administrator is shown. */
const noticeStays = 60_000

/**
 * The state of one live screen. Messages are processed immediately but rendered once per frame, so that a burst of a
 * thousand events costs one rendering. Events missed while disconnected are rendered when all of them have arrived, so
 * that they do not flash across the card one by one.
 */
export function createLiveStore({ recalled = null, schedule = soon, stuck, reload }: LiveStoreOptions = {}) {
  const store = createStore<LiveScreenState>(() => ({
    card: emptyCard,
    connection: initialConnection,
    name: '',
    notice: { text: '', number: 0 },
  }))
  let card = emptyCard
  let scheduled = false
  let lag = 0
  /** Set while missed events arrive: when to stop waiting for more. */
  let catchingUp: { until: number; begun: boolean; timer: ReturnType<typeof setTimeout> } | null = null
  let releaseTimer: ReturnType<typeof setTimeout> | undefined
  let noticeTimer: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    scheduled = false
    if (catchingUp === null) store.setState({ card })
  }
  const catchUp = (until: number, pause: number) => {
    clearTimeout(catchingUp?.timer)
    const timer = setTimeout(caughtUp, Math.max(0, Math.min(pause, until - performance.now())))
    catchingUp = { until, begun: pause === quiet, timer }
  }
  const caughtUp = () => {
    catchingUp = null
    show()
  }
  const continueCatchUp = ({ until, begun }: { until: number; begun: boolean }) =>
    catchUp(begun ? until : performance.now() + longest, quiet)
  /** Whether the event was shown before the reload. A sequence alone does not prove that: the server's numbering may have restarted. */
  const wasSeen = ({ sequence, recognizedAt }: Arrival, now: number) =>
    sequence !== null &&
    recalled !== null &&
    sequence <= recalled &&
    (catchingUp !== null || now - recognizedAt > seenAfter)
  const deliveryOf = (arrival: Arrival, now: number) => {
    if (wasSeen(arrival, now)) return 'replayed'
    return catchingUp === null ? 'live' : 'missed'
  }
  /** Gives the card to each waiting visit in due time. */
  const scheduleRelease = (now: number) => {
    clearTimeout(releaseTimer)
    const wait = untilRelease(card, now)
    if (wait === null) return
    releaseTimer = setTimeout(() => {
      card = release(card, now + wait)
      scheduleRelease(now + wait)
      show()
    }, wait)
  }

  const setNotice = (text: string) => store.setState(({ notice }) => ({ notice: { text, number: notice.number + 1 } }))
  const showNotice = (text: string) => {
    clearTimeout(noticeTimer)
    setNotice(text)
    noticeTimer = setTimeout(() => setNotice(''), noticeStays)
  }
  /** Handles every message that is not a visit. */
  const handleControl = (message: Exclude<LiveMessage, { type: 'arrival' }>) => {
    if (message.type === 'message') return showNotice(message.text)
    if (message.type === 'screen') return store.setState({ name: message.name })
    if (message.type === 'reload') return reload?.()
    console.warn('live events missed', message.from, message.to)
    card = { ...card, resumeAfter: Math.max(card.resumeAfter ?? 0, message.to) }
  }

  const sink = {
    /** Includes events that are received but not rendered yet. */
    resumeAfter: () => card.resumeAfter ?? (recalled === null ? null : recalled - 1),
    connection: () => store.getState().connection,
    updateConnection: (change) => store.setState(({ connection }) => ({ connection: { ...connection, ...change } })),
    opened: (resumes) => {
      if (resumes) catchUp(performance.now() + longest, longest)
    },
    receive: (data, receivedAt) => {
      const message = readMessage(data, receivedAt)
      if (message === null) return
      if (message.type !== 'arrival') return handleControl(message)
      card = receive(card, message.arrival, receivedAt, deliveryOf(message.arrival, receivedAt), lag)
      scheduleRelease(receivedAt)
      if (catchingUp !== null) return continueCatchUp(catchingUp)
      if (scheduled) return
      scheduled = true
      schedule(show)
    },
    stuck: () => stuck?.(),
  } satisfies LiveSink

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    /** Sets the milliseconds by which a camera's clock may be behind the server's. */
    setLag: (milliseconds: number) => {
      lag = milliseconds
    },
    ...sink,
  }
}

/** Runs a task with the next frame, or after a timeout when there are no frames: the page is hidden or the display is off. */
function soon(task: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    task()
  }
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, document.visibilityState === 'visible' ? 250 : 50)
}
