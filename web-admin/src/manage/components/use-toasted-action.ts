import { SignedOutError } from '../../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { toastFailure } from './toast-failure.ts'

/** `useAction` that shows its failure in a toast, for a control in a list without room for a message. */
export function useToastedAction<A extends unknown[]>(title: string, run: (...args: A) => Promise<unknown>) {
  return useAction(async (...args: A) => {
    try {
      await run(...args)
    } catch (cause) {
      if (!(cause instanceof SignedOutError)) toastFailure(title, cause)
      throw cause
    }
  })
}
