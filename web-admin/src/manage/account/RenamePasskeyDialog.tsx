import { updatePasskey } from '@kingcar/client'
import { type Passkey, passkeyOperations } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { text as words } from './copy.ts'

const text = words.passkey

type RenamePasskeyDialogProps = { passkey: Passkey; onChanged: () => Promise<unknown>; onClose: () => void }

/** Gives a passkey of the administrator's own account another name. */
export function RenamePasskeyDialog({ passkey: { id, name }, onChanged, onClose }: RenamePasskeyDialogProps) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: passkeyOperations.updatePasskey.input,
    fixed: { id },
    send: async ({ name = '' }) => {
      await call(updatePasskey, { id, name })
      onClose()
      notify.success(text.renamed)
      await onChanged()
    },
  })
  return (
    <Dialog title={text.renameTitle(name)} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="passkey-name" label={text.name} hint={text.nameHint} fault={faults.name}>
          <input
            name="name"
            autoComplete="off"
            data-autofocus
            defaultValue={name}
            {...inField('passkey-name', faults.name)}
          />
        </Field>
        <FormActions {...{ busy, failure }} failed={text.renameFailed} confirm={text.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
