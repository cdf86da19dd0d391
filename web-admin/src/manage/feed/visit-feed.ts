import type { LiveEvent, LiveGap } from '@kingcar/contract'
import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'
import { type ConnectionState, initialConnection } from '../../live/connection-state.ts'

/** Visits of which the latest event is kept; a list shows a hundred at most. */
const memory = 2_000

/** The latest event of each visit, by visit id. `at` is the event's position in the order of arrival. */
export type KnownVisits = ReadonlyMap<string, { event: LiveEvent; at: number }>

export type Feed = ReturnType<typeof createVisitFeed>

/**
 * What the live socket tells while the management screens are open: the latest event of each visit, in the order of
 * arrival. Messages are taken in at once and shown once a frame. `schedule` runs a task soon; a frame in the browser.
 */
export function createVisitFeed(schedule: (task: () => void) => void = requestAnimationFrame) {
  const known = new Map<string, { event: LiveEvent; at: number }>()
  let heard = 0
  let position: number | null = null
  let scheduled = false
  const store = createStore(() => ({
    connection: initialConnection,
    known: new Map() as KnownVisits,
    /** How often events were lost for good, so that what was asked before cannot be believed. */
    losses: 0,
  }))
  const lose = () => store.setState(({ losses }) => ({ losses: losses + 1 }))
  const show = () => {
    if (scheduled) return
    scheduled = true
    schedule(() => {
      scheduled = false
      store.setState({ known: new Map(known) })
    })
  }

  return {
    ...store,
    /** Grows with each event: what is asked now holds all that came up to here. */
    heard: () => heard,
    resumeAfter: () => position,
    connection: () => store.getState().connection,
    updateConnection: (change: Partial<ConnectionState>) => {
      store.setState(({ connection }) => ({ connection: { ...connection, ...change } }))
      // A connection that stands without a place to resume from says nothing of what came before it.
      if (change.wasOpen && position === null) lose()
    },
    receive: (data: unknown) => {
      const message = read(data)
      if (message === null) return
      if ('type' in message) {
        position = Math.max(position ?? 0, message.to)
        return lose()
      }
      if (position !== null && message.sequence < position && !known.has(message.visitId)) {
        // The server counts from the beginning again: what was known before says nothing of what comes.
        known.clear()
        position = 0
        lose()
      }
      position = Math.max(position ?? 0, message.sequence)
      const before = known.get(message.visitId)
      if (message.test || (before !== undefined && before.event.sequence >= message.sequence)) return
      heard += 1
      known.delete(message.visitId)
      known.set(message.visitId, { event: message, at: heard })
      for (const oldest of known.keys()) {
        if (known.size <= memory) break
        known.delete(oldest)
      }
      show()
    },
  }
}

/** An event or a gap; null for what is neither (`pong`, and what a later server may say). */
function read(data: unknown): LiveEvent | LiveGap | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null
  try {
    const message: LiveEvent | LiveGap = JSON.parse(data)
    return 'visitId' in message || message.type === 'gap' ? message : null
  } catch {
    return null // half a message is no message
  }
}

export const FeedContext = createContext<Feed | null>(null)

/** The feed of the shell around this page. */
export function useFeed(): Feed {
  const feed = use(FeedContext)
  if (feed === null) throw new Error('There is no shell around this page.')
  return feed
}
