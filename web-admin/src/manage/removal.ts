import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { SignedOutError } from '../session/session.ts'
import { notify } from '../toasts/toasts.tsx'
import { announce } from './announce.ts'
import { copy } from './copy.ts'
import { tellFailure } from './tell.ts'

/*
 * What was deleted goes from the screen at once, and from the server when its toast is over: until then it can be taken back.
 * Whoever leaves the page or signs out has decided: what still waits is sent then.
 */

/** Milliseconds in which a deletion can be taken back. */
const grace = 8_000

type Removal = {
  /** What is gone from the screen. */
  id: string
  name: string
  send: () => Promise<unknown>
  /** What shows it is asked again when it is gone, or back. */
  refresh: () => unknown
}

const gone = createStore(() => ({ ids: new Set<string>() as ReadonlySet<string> }))
const waiting = new Map<string, () => Promise<void>>()

const hide = (id: string) => gone.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))
const show = (id: string) => gone.setState(({ ids }) => ({ ids: new Set([...ids].filter((each) => each !== id)) }))

/** Takes something away, and lets it be taken back for a while. */
export function remove({ id, name, send, refresh }: Removal): void {
  hide(id)
  const end = async () => {
    waiting.delete(id)
    clearTimeout(timer)
    try {
      await send()
    } catch (cause) {
      if (!(cause instanceof SignedOutError)) tellFailure(copy.removal.failed, cause)
    }
    await refresh()
    show(id)
  }
  const timer = setTimeout(() => void end(), grace)
  waiting.set(id, end)
  const undo = () => {
    if (!waiting.delete(id)) return
    clearTimeout(timer)
    show(id)
    announce(copy.removal.undone)
  }
  notify.success(copy.removal.removed(name), { label: copy.removal.undo, run: undo, stays: grace })
}

/** Sends what waits: the page goes, or its session ends. */
export async function sendRemovals(): Promise<void> {
  await Promise.all([...waiting.values()].map((end) => end()))
}

window.addEventListener('pagehide', () => void sendRemovals())

/** Whether something is as good as deleted. */
export function useRemoved(): (id: string) => boolean {
  const ids = useStore(gone, (state) => state.ids)
  return (id) => ids.has(id)
}
