import { replaceRecoveryCodes } from '@kingcar/client'
import { secondFactorOperations } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { text as words } from './copy.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const text = words.factor

/** Replaces the recovery codes, with the current password, and shows the new ones. */
export function ReplaceCodesDialog({ onChanged, onClose }: { onChanged: () => Promise<unknown>; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: secondFactorOperations.replaceRecoveryCodes.input,
    send: async ({ currentPassword = '' }) => {
      setCodes((await call(replaceRecoveryCodes, { currentPassword })).recoveryCodes)
      notify.success(text.replaced)
      await onChanged()
    },
  })
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog title={text.replace} busy={busy} onClose={onClose}>
      <p>{text.replaceText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <CurrentPassword fault={faults.currentPassword} />
        <FormActions {...{ busy, failure }} failed={text.replaceFailed} confirm={text.next} onClose={onClose} />
      </form>
    </Dialog>
  )
}
