import { countUseLogs, listUseLogs, reverseUseLog } from '@kingcar/client'
import type { UseLogDetail } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { text } from './copy.ts'

type ReverseUseDialogProps = { use: UseLogDetail; onClose: () => void }

/** Reverses a use with a reason. */
export function ReverseUseDialog({ use: { id, productName, memberName }, onClose }: ReverseUseDialogProps) {
  const client = useQueryClient()
  const reverse = async (reason: string) => {
    try {
      await call(reverseUseLog, { id, reason })
    } finally {
      // Refetched before the dialog closes, so that the row is up to date, also after a failure.
      await Promise.all([listUseLogs, countUseLogs].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
    }
    onClose()
    notify.success(text.reverseDone)
  }
  return (
    <ReasonDialog
      title={text.reverseTitle(productName, memberName)}
      text={text.reverseText}
      confirm={text.reverse}
      run={reverse}
      onClose={onClose}
    />
  )
}
