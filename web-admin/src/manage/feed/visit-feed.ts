import type { LiveEvent, LiveGap } from '@kingcar/contract'
import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'
import { type ConnectionState, initialConnection } from '../../live/connection-state.ts'

/** Maximum number of visits whose latest event is kept; a list shows a hundred at most. */
const maxVisits = 2_000

/** The latest event of each visit, by visit id. `at` is the event's position in the order of arrival. */
export type KnownVisits = ReadonlyMap<string, { event: LiveEvent; at: number }>

export type Feed = ReturnType<typeof createVisitFeed>

/**
 * The live events while the management pages are open: the latest event of each visit, in the order of arrival. Messages are
 * processed immediately and published once per frame. `schedule` runs a task soon; in the browser, with the next frame.
 */
export function createVisitFeed(schedule: (task: () => void) => void = requestAnimationFrame) {
  const known = new Map<string, { event: LiveEvent; at: number }>()
  let eventCount = 0
  let position: number | null = null
  let scheduled = false
  const store = createStore(() => ({
    connection: initialConnection,
    known: new Map() as KnownVisits,
    /** How often events were lost for good; data fetched before may then be outdated. */
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
    /** Number of events so far: data fetched from now on includes them. */
    eventCount: () => eventCount,
    resumeAfter: () => position,
    connection: () => store.getState().connection,
    updateConnection: (change: Partial<ConnectionState>) => {
      store.setState(({ connection }) => ({ connection: { ...connection, ...change } }))
      // Without a position from which to resume, events before this connection are lost.
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
        // The server's numbering restarted, so the known events cannot be compared with the new ones.
        known.clear()
        position = 0
        lose()
      }
      position = Math.max(position ?? 0, message.sequence)
      const before = known.get(message.visitId)
      if (message.test || (before !== undefined && before.event.sequence >= message.sequence)) return
      eventCount += 1
      known.delete(message.visitId)
      known.set(message.visitId, { event: message, at: eventCount })
      for (const oldest of known.keys()) {
        if (known.size <= maxVisits) break
        known.delete(oldest)
      }
      show()
    },
  }
}

/** Parses an event or a gap; null for anything else (`pong`, message types of a newer server). */
function read(data: unknown): LiveEvent | LiveGap | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null
  try {
    const message: LiveEvent | LiveGap = JSON.parse(data)
    return 'visitId' in message || message.type === 'gap' ? message : null
  } catch {
    return null // truncated or invalid JSON
  }
}

export const FeedContext = createContext<Feed | null>(null)

/** Entity name in the audit log, whose labels are used for values that `show` does not cover. */
export function useFeed(): Feed {
  const feed = use(FeedContext)
  if (feed === null) throw new Error('useFeed must be used inside the shell.')
  return feed
}
