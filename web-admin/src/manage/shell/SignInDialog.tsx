import { ApiError } from '@kingcar/client'
import { adminOperations, type SecondFactor } from '@kingcar/contract'
import { useState } from 'react'
import { login } from '../../api/api.ts'
import { hasPasskeys, loginByPasskey } from '../../api/passkey.ts'
import { factorsOf } from '../../api/second-factors.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from './copy.ts'

const text = copy.signIn
const schema = adminOperations.loginAdmin.input

type SignInDialogProps = {
  /** Email of the administrator whose session has ended, if known. */
  email: string | undefined
  /** Whether the session continues, and the sign-in confirms an action. */
  confirming: boolean
  onClose: () => void
  onSignedIn: () => void
}

/** Signs in again over a page whose input would otherwise be lost. */
export function SignInDialog({ email, confirming, onClose, onSignedIn }: SignInDialogProps) {
  const [factors, setFactors] = useState<readonly SecondFactor[]>([])
  const signedIn = () => {
    notify.success(text.done)
    onSignedIn()
  }
  const passkey = useAction(async () => {
    await loginByPasskey()
    signedIn()
  })
  const { form, submit, faults, ...byPassword } = useShortForm({
    schema,
    about: { SECOND_FACTOR_REQUIRED: 'code', CODE_INVALID: 'code' },
    send: async ({ email = '', password = '', code }) => {
      try {
        await login(email, password, code)
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === 'SECOND_FACTOR_REQUIRED') setFactors(factorsOf(cause))
        throw cause
      }
      signedIn()
    },
  })
  const codes = factors.filter((each) => each !== 'passkey')
  const busy = byPassword.busy || passkey.busy
  const failure = byPassword.failure ?? passkey.failure
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{confirming ? text.confirming : text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="again-email" label={text.email} fault={faults.email}>
          <input
            type="email"
            name="email"
            defaultValue={email}
            autoComplete="username"
            data-autofocus={email === undefined || undefined}
            {...inField('again-email', faults.email)}
          />
        </Field>
        <Field id="again-password" label={text.password} fault={faults.password}>
          <input
            type="password"
            name="password"
            autoComplete="current-password"
            data-autofocus={email !== undefined || undefined}
            {...inField('again-password', faults.password)}
          />
        </Field>
        {codes.length > 0 && (
          <Field id="again-code" label={text.code} hint={text.codeHints[codes.join('+')]} fault={faults.code}>
            <input
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              {...inField('again-code', faults.code)}
            />
          </Field>
        )}
        {hasPasskeys() && (
          <p>
            <Button busy={busy} onClick={() => busy || passkey.act()}>
              {text.passkey}
            </Button>
          </p>
        )}
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
