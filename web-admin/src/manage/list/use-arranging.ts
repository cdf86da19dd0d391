import { notify } from '../../toasts/toasts.tsx'
import { copy } from '../copy.ts'
import { tellFailure } from '../tell.ts'
import { useAction } from '../use-action.ts'

/** Puts a list in order, one change at a time, and lets it be taken back. `arrange` shows the order and asks for it. */
export function useArranging<T>(arrange: (items: T[]) => Promise<unknown>) {
  const failed = (cause: unknown) => tellFailure(copy.arranging.failed, cause)
  const { act } = useAction(async (next: T[], before: T[]) => {
    try {
      await arrange(next)
    } catch (cause) {
      failed(cause)
      throw cause
    }
    notify.success(copy.arranging.done, { label: copy.removal.undo, run: () => void arrange(before).catch(failed) })
  })
  return act
}
