import { deleteTotp } from '@kingcar/client'
import { secondFactorOperations } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { text as words } from './copy.ts'

const text = words.factor

type RemoveFactorDialogProps = {
  /** Whether a passkey is left as second factor. */
  hasPasskey: boolean
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/** Removes the authenticator app, with the current password. */
export function RemoveFactorDialog({ hasPasskey, onChanged, onClose }: RemoveFactorDialogProps) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: secondFactorOperations.deleteTotp.input,
    send: async ({ currentPassword = '' }) => {
      await call(deleteTotp, { currentPassword })
      await onChanged()
      onClose()
      notify.success(text.appRemoved)
    },
  })
  return (
    <Dialog title={text.removeTitle} busy={busy} onClose={onClose}>
      <p>{hasPasskey ? text.removeText : text.lastText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <CurrentPassword fault={faults.currentPassword} />
        <FormActions
          {...{ busy, failure }}
          danger
          failed={text.removeFailed}
          confirm={text.removeApp}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
