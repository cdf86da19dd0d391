import type { Car } from '@kingcar/contract'
import { useCallback, useState } from 'react'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import type { AskedTask } from './tasks.ts'

const load = async () => (await import('./TaskDialog.tsx')).TaskDialog

/**
 * The dialog of a task, whose code is loaded on first use; `ask` opens it.
 * @param cars of the member, for a move
 */
export function useTaskDialog(cars?: readonly Car[]) {
  const [asked, setAsked] = useState<AskedTask>()
  const { Dialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const ask = useCallback(
    (task: AskedTask) => {
      setAsked(task)
      show()
    },
    [show],
  )
  return { ask, dialog: Dialog !== null && asked !== undefined && <Dialog {...asked} cars={cars} onClose={hide} /> }
}
