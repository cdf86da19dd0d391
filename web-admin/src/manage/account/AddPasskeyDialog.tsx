import { beginPasskey, confirmPasskey } from '@kingcar/client'
import { passkeyOperations, Strict } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { askForPasskey } from '../../api/passkey.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { text as words } from './copy.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const text = words.passkey
const { beginPasskey: begin, confirmPasskey: confirm } = passkeyOperations
const schema = Strict({ ...begin.input.properties, name: confirm.input.properties.name })

/** Lets the browser make a passkey, and adds it to the administrator's own account. @returns new recovery codes */
async function addPasskey(name: string, currentPassword: string): Promise<readonly string[]> {
  const optionsJSON = await call(beginPasskey, { currentPassword })
  const { id: credentialId, response } = await askForPasskey((library) => library.startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject } = response
  return (await call(confirmPasskey, { name, credentialId, clientDataJSON, attestationObject })).recoveryCodes
}

type AddPasskeyDialogProps = { onChanged: () => Promise<unknown>; onClose: () => void }

/** Adds a passkey: its name and the current password, then the browser's own dialog, then new recovery codes. */
export function AddPasskeyDialog({ onChanged, onClose }: AddPasskeyDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { form, submit, busy, failure, faults } = useShortForm({
    schema,
    send: async ({ name = '', currentPassword = '' }) => {
      const received = await addPasskey(name, currentPassword)
      if (received.length > 0) setCodes(received)
      else onClose()
      notify.success(text.added)
      await onChanged()
    },
  })
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog title={text.add} busy={busy} onClose={onClose}>
      <p>{text.addText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="passkey-name" label={text.name} hint={text.nameHint} fault={faults.name}>
          <input name="name" autoComplete="off" data-autofocus {...inField('passkey-name', faults.name)} />
        </Field>
        <CurrentPassword first={false} fault={faults.currentPassword} />
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.next} onClose={onClose} />
      </form>
    </Dialog>
  )
}
