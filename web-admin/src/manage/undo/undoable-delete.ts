import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { SignedOutError } from '../../api/session.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { toastFailure } from '../components/toast-failure.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'

/*
 * What was deleted goes from the screen at once, and from the server when its toast is over: until then it can be taken back,
 * together with what else was deleted meanwhile. Whoever leaves the page or signs out has decided: what still waits is sent then.
 */

/** Milliseconds in which a deletion can be taken back, since the last one. */
const undoWindow = 8_000

type PendingDelete = {
  /** What is gone from the screen. */
  id: string
  name: string
  send: () => Promise<unknown>
  /** What shows it is asked again when it is gone, or back. */
  refresh: () => unknown
}

const hidden = createStore(() => ({ ids: new Set<string>() as ReadonlySet<string> }))
let waiting: PendingDelete[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let closeOffer = () => {}

const hide = (id: string) => hidden.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))
const show = (id: string) => hidden.setState(({ ids }) => ({ ids: new Set([...ids].filter((each) => each !== id)) }))

/** Takes something away, and lets it be taken back for a while. */
export function deleteWithUndo(removal: PendingDelete): void {
  hide(removal.id)
  waiting.push(removal)
  clearTimeout(timer)
  timer = setTimeout(() => void flushDeletions(), undoWindow)
  closeOffer()
  const several = waiting.length > 1
  const sentence = several ? copy.removal.several(amount(waiting.length)) : copy.removal.removed(removal.name)
  closeOffer = notify.offer(sentence, { label: copy.removal.undo, keys: 'Control+Z', run: undo })
}

/** What waits, which waits no more. */
function takeWaiting(): PendingDelete[] {
  clearTimeout(timer)
  closeOffer()
  const taken = waiting
  waiting = []
  return taken
}

function undo(): void {
  const taken = takeWaiting()
  for (const { id } of taken) show(id)
  if (taken.length > 0) announce(copy.removal.undone)
}

/** Sends what waits: the page goes, or its session ends. */
export async function flushDeletions(): Promise<void> {
  await Promise.all(takeWaiting().map(send))
}

async function send({ id, send, refresh }: PendingDelete): Promise<void> {
  try {
    await send()
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) toastFailure(copy.removal.failed, cause)
  }
  await refresh()
  show(id)
}

window.addEventListener('pagehide', () => void flushDeletions())

/** Ctrl+Z takes back, except where it belongs to a text: the way to the toast is longer than it stays. */
window.addEventListener('keydown', (event) => {
  if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  const { activeElement } = document
  const isInText =
    activeElement instanceof HTMLElement &&
    (activeElement.isContentEditable || activeElement.matches('textarea, input:not([type=checkbox], [type=radio])'))
  if (waiting.length === 0 || isInText || document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  undo()
})

/** Whether something is as good as deleted. */
export function useIsDeleted(): (id: string) => boolean {
  const ids = useStore(hidden, (state) => state.ids)
  return (id) => ids.has(id)
}
