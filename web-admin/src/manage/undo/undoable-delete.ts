import type { Call, CallInput, ServiceName } from '@kingcar/client'
import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import { call, session } from '../../api/api.ts'
import { SignedOutError } from '../../api/session.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { currentAdminId } from '../api/current-admin-id.ts'
import { toastFailure } from '../components/toast-failure.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { type Deletion, keepUnsent, takeUnsent } from './unsent-deletions.ts'

/*
 * Deletion with undo. A deleted item disappears from the screen immediately; the request is sent after the undo window. Until
 * then it can be undone, together with the other pending deletions. Leaving the page or signing out sends them immediately;
 * without an unexpired access token they are offered again on the administrator's next page.
 */

/** Milliseconds after the last deletion in which the pending ones can be undone. */
const undoWindow = 8_000

type PendingDelete = Deletion & {
  /** Called when the deletion has failed, besides the toast. */
  onFailure?: (cause: unknown) => unknown
  /** Refetches the lists that show the item, after the deletion or its failure. */
  refresh: () => unknown
}

const hidden = createStore(() => ({ ids: new Set<string>() as ReadonlySet<string> }))
/** A pending deletion with the administrator who requested it. */
type Asked = PendingDelete & { send: () => Promise<unknown>; by: string | undefined }

let waiting: Asked[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let closeOffer = () => {}

const hide = (id: string) => hidden.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))
const show = (id: string) => hidden.setState(({ ids }) => ({ ids: new Set([...ids].filter((each) => each !== id)) }))

/** Hides an item and schedules its deletion; a toast offers to undo it. */
export function deleteWithUndo<S extends ServiceName, V extends string>(
  pending: PendingDelete & { op: Call<S, V>; input: CallInput<S, V> },
): void {
  const { op, input } = pending
  hide(pending.id)
  waiting.push({ ...pending, send: () => call(op, input), by: currentAdminId() })
  // Ignored on failure: the deletion itself reports it.
  session.accessToken(undoWindow).catch(() => undefined)
  clearTimeout(timer)
  timer = setTimeout(() => void flushDeletions(), undoWindow)
  closeOffer()
  const several = waiting.length > 1
  const sentence = several ? copy.removal.several(amount(waiting.length)) : copy.removal.removed(pending.name)
  closeOffer = notify.offer(sentence, { label: copy.removal.undo, keys: 'Control+Z', run: undo })
}

/** Returns the pending deletions and clears them. */
function takeWaiting(): Asked[] {
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

/** Sends the pending deletions immediately: the page is being left, or the session ends. */
export async function flushDeletions(): Promise<void> {
  await Promise.all(takeWaiting().map(send))
}

async function send({ id, by, send, onFailure, refresh }: Asked): Promise<void> {
  const current = currentAdminId()
  if (current !== undefined && current !== by) {
    // It would be recorded under the name of the administrator who has signed in since.
    notify.error(copy.removal.otherAdmin)
    return show(id)
  }
  try {
    await send()
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) toastFailure(copy.removal.failed, cause)
    await onFailure?.(cause)
  }
  await refresh()
  show(id)
}

/**
 * Offers the deletions again that were pending when an earlier page was left, and then sends them.
 * @param refresh refetches the lists
 */
export function resumeDeletions(refresh: () => unknown): void {
  const by = currentAdminId()
  for (const { id, name, op, input } of by === undefined ? [] : takeUnsent(by))
    deleteWithUndo({ id, name, op, input, refresh })
}

window.addEventListener('pagehide', () => {
  if (session.isUsable()) return void flushDeletions()
  const unsent = Map.groupBy(takeWaiting(), ({ by }) => by)
  for (const [by, deletions] of unsent)
    if (by !== undefined)
      keepUnsent(
        by,
        deletions.map(({ id, name, op, input }) => ({ id, name, op, input })),
      )
})

/** Ctrl+Z undoes, except in text fields: keyboard users could not reach the toast before it disappears. */
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

/** Returns a predicate: whether an item is deleted or about to be. */
export function useIsDeleted(): (id: string) => boolean {
  const ids = useStore(hidden, (state) => state.ids)
  return (id) => ids.has(id)
}
