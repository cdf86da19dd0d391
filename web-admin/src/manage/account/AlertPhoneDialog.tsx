import { confirmAlertPhone, sendAlertPhoneCode } from '@kingcar/client'
import { alertPhoneOperations } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { CodeField } from './CodeField.tsx'
import { text as words } from './copy.ts'

const text = words.phone

type Sent = { phoneNumber: string; verificationId: string }
type AlertPhoneDialogProps = { onChanged: () => Promise<unknown>; onClose: () => void }

/** Sets the number that gets alerts: the number, then the code that was sent to it. */
export function AlertPhoneDialog({ onChanged, onClose }: AlertPhoneDialogProps) {
  const [sent, setSent] = useState<Sent>()
  const confirmed = async () => {
    onClose()
    notify.success(text.added)
    await onChanged()
  }
  return sent === undefined ? (
    <NumberStep onSent={setSent} onClose={onClose} />
  ) : (
    <CodeStep sent={sent} onConfirmed={confirmed} onClose={onClose} />
  )
}

function NumberStep({ onSent, onClose }: { onSent: (sent: Sent) => void; onClose: () => void }) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: alertPhoneOperations.sendAlertPhoneCode.input,
    send: async ({ phoneNumber = '' }) => {
      const { verificationId } = await call(sendAlertPhoneCode, { phoneNumber })
      onSent({ phoneNumber, verificationId })
    },
  })
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="alert-phone" label={text.number} fault={faults.phoneNumber}>
          <input
            name="phoneNumber"
            type="tel"
            autoComplete="tel"
            data-autofocus
            {...inField('alert-phone', faults.phoneNumber)}
          />
        </Field>
        <FormActions {...{ busy, failure }} failed={text.sendFailed} confirm={text.send} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type CodeStepProps = { sent: Sent; onConfirmed: () => Promise<unknown>; onClose: () => void }

function CodeStep({ sent, onConfirmed, onClose }: CodeStepProps) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: alertPhoneOperations.confirmAlertPhone.input,
    fixed: sent,
    about: { CODE_INVALID: 'code', CODE_EXPIRED: 'code', TOO_MANY_ATTEMPTS: 'code' },
    send: async ({ code = '' }) => {
      await call(confirmAlertPhone, { ...sent, code })
      await onConfirmed()
    },
  })
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.sent(sent.phoneNumber)}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <CodeField id="alert-phone-code" label={text.code} fault={faults.code} />
        <FormActions {...{ busy, failure }} failed={text.confirmFailed} confirm={text.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
