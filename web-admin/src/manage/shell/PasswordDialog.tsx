import { changeAdminPassword } from '@kingcar/client'
import { adminOperations } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from './copy.ts'

const text = copy.password
const schema = adminOperations.changeAdminPassword.input

const validate = ({ currentPassword, newPassword, again }: Record<string, string>) => ({
  ...(currentPassword === '' && { currentPassword: text.currentRequired }),
  ...(newPassword !== again && { again: text.differs }),
})

/** Changes the administrator's own password; their other sessions end. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema,
    validate,
    send: async ({ currentPassword = '', newPassword = '' }) => {
      await call(changeAdminPassword, { currentPassword, newPassword })
      onClose()
      notify.success(text.saved)
    },
  })
  const field = (name: string, label: string, autoComplete: string, hint?: string) => (
    <Field id={`password-${name}`} label={label} hint={hint} fault={faults[name]}>
      <input type="password" name={name} autoComplete={autoComplete} {...inField(`password-${name}`, faults[name])} />
    </Field>
  )
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        {field('currentPassword', text.current, 'current-password')}
        {field('newPassword', text.next, 'new-password', text.hint)}
        {field('again', text.again, 'new-password')}
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
