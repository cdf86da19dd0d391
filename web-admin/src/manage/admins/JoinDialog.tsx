import { joinAdmin } from '@kingcar/client'
import { adminOperations } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { fixedStrings } from '../../ui/fixed-strings.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { text } from './copy.ts'

const schema = adminOperations.joinAdmin.input
const about = { JOIN_CODE_INVALID: 'joinCode', EMAIL_TAKEN: 'email' }

const validate = ({ email, name, password, joinCode }: Record<string, string>) => ({
  ...(email === '' && { email: fixedStrings.emailRequired }),
  ...(name === '' && { name: text.join.nameRequired }),
  ...(password === '' && { password: fixedStrings.passwordRequired }),
  ...(joinCode === '' && { joinCode: text.join.codeRequired }),
})

/** Creates an administrator; requires the join code. */
export function JoinDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { form, submit, busy, failure, faults } = useShortForm({
    schema,
    validate,
    about,
    send: async ({ email = '', name = '', password = '', joinCode = '' }) => {
      await call(joinAdmin, { email, name, password, joinCode })
      onClose()
      notify.success(text.join.saved(name))
      await client.invalidateQueries({ queryKey: ['listAdmins'] })
    },
  })
  const bound = (name: string) => ({ name, ...inField(`join-${name}`, faults[name]) })
  const field = (name: string) => ({ id: `join-${name}`, fault: faults[name] })
  return (
    <Dialog title={text.join.title} busy={busy} onClose={onClose}>
      <p>{text.join.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field {...field('email')} label={text.email}>
          <input type="email" autoComplete="off" data-autofocus {...bound('email')} />
        </Field>
        <Field {...field('name')} label={text.name}>
          <input autoComplete="off" {...bound('name')} />
        </Field>
        <Field {...field('password')} label={text.join.password} hint={text.join.passwordHint}>
          <input type="password" autoComplete="new-password" {...bound('password')} />
        </Field>
        <Field {...field('joinCode')} label={text.join.code} hint={text.join.codeHint}>
          <input type="password" autoComplete="off" {...bound('joinCode')} />
        </Field>
        <FormActions {...{ busy, failure }} failed={text.join.failed} confirm={text.join.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
