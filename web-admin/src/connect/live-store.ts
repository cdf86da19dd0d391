import { createStore } from 'zustand/vanilla'
import { type Latest, nothingYet, receive } from './latest.ts'
import { type Link, unlinked } from './link.ts'
import { readMessage } from './live-message.ts'

export type Live = { latest: Latest; link: Link }
export type LiveStore = ReturnType<typeof createLiveStore>

/**
 * The state of one live screen. Messages are taken in at once and shown once a frame, so that a burst of a thousand
 * costs one rendering and its last one is on the card. `schedule` runs a task soon; a frame in the browser.
 */
export function createLiveStore(schedule: (task: () => void) => void = soon) {
  const store = createStore<Live>(() => ({ latest: nothingYet, link: unlinked }))
  let latest = nothingYet
  let scheduled = false

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    getInitialState: store.getInitialState,
    /** Where a new connection goes on: ahead of what is on show while a burst comes in. */
    resumeAfter: () => latest.resumeAfter,
    updateLink: (change: Partial<Link>) => store.setState(({ link }) => ({ link: { ...link, ...change } })),
    take: (data: unknown, receivedAt: number) => {
      const message = readMessage(data, receivedAt)
      if (message === null) return
      if (message.type === 'gap') {
        console.warn('live events missed', message.from, message.to)
        return
      }
      latest = receive(latest, message.arrival)
      if (scheduled) return
      scheduled = true
      schedule(() => {
        scheduled = false
        store.setState({ latest })
      })
    },
  }
}

/** A hidden page gets no frames, but its card must be right when it is looked at again. */
function soon(task: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(task)
  else setTimeout(task, 50)
}
