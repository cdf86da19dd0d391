import { useRef, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { toastFailure } from '../components/toast-failure.ts'
import { copy } from '../text/copy.ts'
import { inOrder } from './reorder.ts'

/**
 * Reorders a list, with undo. Each step is visible immediately. Only one request runs at a time; the latest order is sent
 * after it, and steps in between are skipped. `arrange` sends an order and shows the result. Undo reverts all steps that were
 * made while requests were running.
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
    /** The items in the wanted order. */
    shown: items && wanted ? inOrder(items, wanted) : items,
    put: (order: T[]) => {
      next.current = order
      setWanted(order)
      act([...(items ?? [])])
    },
  }
}
