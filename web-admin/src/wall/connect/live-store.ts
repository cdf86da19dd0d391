import { createStore } from 'zustand/vanilla'
import { type Link, unlinked } from '../../live/connection-state.ts'
import { type Arrival, type LiveMessage, readMessage } from '../../live/live-message.ts'
import type { LiveSink } from '../../live/live-sink.ts'
import { type Latest, nothingYet, receive, release, untilRelease } from './visit-card-state.ts'

export type Live = {
  latest: Latest
  link: Link
  /** What the screen is called; empty where it is none. */
  name: string
  /** What an administrator has it show; empty when that is over. The number makes the same words news. */
  notice: { text: string; number: number }
}

export type LiveStoreOptions = {
  /** Sequence of the event that the card showed before the page was loaded anew. */
  recalled?: number | null
  /** Runs a task soon; in the browser with the next frame. */
  schedule?: (task: () => void) => void
  /** What to do about a socket that is dead and stays so. */
  stuck?: () => void
  /** An administrator wants the page loaded anew. */
  reload?: () => void
}

/**
 * Milliseconds of silence after which all that was missed has come, once it comes; and the longest wait for its first and
 * for its last. A server that reads it from the disk needs a moment.
 */
const quiet = 300
const longest = 3_000
/** What is older when it comes is no news after a page was loaded anew, in milliseconds. */
const seenAfter = 10_000
/** How long the words of an administrator stay, in milliseconds. */
const noticeStays = 60_000

/**
 * The state of one live screen. Messages are taken in at once and shown once a frame, so that a burst of a thousand
 * costs one rendering and its last one is on the card. What was missed while the connection was lost is shown when all of
 * it is there: it does not run through the card.
 */
export function createLiveStore({ recalled = null, schedule = soon, stuck, reload }: LiveStoreOptions = {}) {
  const store = createStore<Live>(() => ({
    latest: nothingYet,
    link: unlinked,
    name: '',
    notice: { text: '', number: 0 },
  }))
  let latest = nothingYet
  let scheduled = false
  let lag = 0
  /** While what was missed comes in: when to stop waiting for more of it. */
  let catchingUp: { until: number; begun: boolean; timer: ReturnType<typeof setTimeout> } | null = null
  let releasing: ReturnType<typeof setTimeout> | undefined
  let noticing: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    scheduled = false
    if (catchingUp === null) store.setState({ latest })
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
  const goOnCatchingUp = ({ until, begun }: { until: number; begun: boolean }) =>
    catchUp(begun ? until : performance.now() + longest, quiet)
  /** The server may count from the beginning again: a number that was seen says nothing of a visit that happens now. */
  const wasSeen = ({ sequence, recognizedAt }: Arrival, now: number) =>
    sequence !== null &&
    recalled !== null &&
    sequence <= recalled &&
    (catchingUp !== null || now - recognizedAt > seenAfter)
  const comingOf = (arrival: Arrival, now: number) => {
    if (wasSeen(arrival, now)) return 'seen'
    return catchingUp === null ? 'live' : 'missed'
  }
  /** Lets the visit that waits have the card when its time comes. */
  const releaseInTime = (now: number) => {
    clearTimeout(releasing)
    const wait = untilRelease(latest, now)
    if (wait === null) return
    releasing = setTimeout(() => {
      latest = release(latest, now + wait)
      show()
    }, wait)
  }

  const tell = (text: string) => store.setState(({ notice }) => ({ notice: { text, number: notice.number + 1 } }))
  const notice = (text: string) => {
    clearTimeout(noticing)
    tell(text)
    noticing = setTimeout(() => tell(''), noticeStays)
  }
  /** What is said to this screen alone, or is no visit. */
  const obey = (message: Exclude<LiveMessage, { type: 'arrival' }>) => {
    if (message.type === 'message') return notice(message.text)
    if (message.type === 'screen') return store.setState({ name: message.name })
    if (message.type === 'reload') return reload?.()
    console.warn('live events missed', message.from, message.to)
    latest = { ...latest, resumeAfter: Math.max(latest.resumeAfter ?? 0, message.to) }
  }

  const sink = {
    /** Where a new connection goes on: ahead of what is on show while a burst comes in. */
    resumeAfter: () => latest.resumeAfter ?? (recalled === null ? null : recalled - 1),
    link: () => store.getState().link,
    updateLink: (change) => store.setState(({ link }) => ({ link: { ...link, ...change } })),
    opened: (resumes) => {
      if (resumes) catchUp(performance.now() + longest, longest)
    },
    take: (data, receivedAt) => {
      const message = readMessage(data, receivedAt)
      if (message === null) return
      if (message.type !== 'arrival') return obey(message)
      latest = receive(latest, message.arrival, receivedAt, comingOf(message.arrival, receivedAt), lag)
      releaseInTime(receivedAt)
      if (catchingUp !== null) return goOnCatchingUp(catchingUp)
      if (scheduled) return
      scheduled = true
      schedule(show)
    },
    stuck: () => stuck?.(),
  } satisfies LiveSink

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    /** Milliseconds by which a camera's clock may be behind the server's. */
    setLag: (milliseconds: number) => {
      lag = milliseconds
    },
    ...sink,
  }
}

/** With the next frame, but soon also where none comes: of a page that is hidden, or whose display is off. */
function soon(task: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    task()
  }
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, document.visibilityState === 'visible' ? 250 : 50)
}
