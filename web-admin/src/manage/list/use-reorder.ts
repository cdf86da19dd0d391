import { useRef, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { toastFailure } from '../components/toast-failure.ts'
import { copy } from '../text/copy.ts'
import { inOrder } from './reorder.ts'

/**
 * Puts a list in order and lets that be taken back. Who presses faster than the server answers sees each step at once: one
 * order is under way at a time, and the newest follows it. `arrange` asks for an order and shows it; steps that followed
 * each other are taken back together.
 */
export function useReorder<T extends { id: string }>(
  items: readonly T[] | undefined,
  arrange: (items: T[]) => Promise<unknown>,
) {
  const [wanted, setWanted] = useState<readonly T[]>()
  const next = useRef<T[]>(undefined)
  const failed = (cause: unknown) => toastFailure(copy.arranging.failed, cause)
  const { act } = useAction(async (before: T[]) => {
    try {
      for (let order = next.current; order !== undefined; order = next.current) {
        next.current = undefined
        await arrange(order)
      }
    } catch (cause) {
      failed(cause)
      throw cause
    } finally {
      next.current = undefined
      setWanted(undefined)
    }
    notify.success(copy.arranging.done, { label: copy.removal.undo, run: () => void arrange(before).catch(failed) })
  })
  return {
    /** The items as they are to stand. */
    shown: items && wanted ? inOrder(items, wanted) : items,
    put: (order: T[]) => {
      next.current = order
      setWanted(order)
      act([...(items ?? [])])
    },
  }
}
