import { beginTotp, confirmTotp } from '@kingcar/client'
import { secondFactorOperations, type TotpSecret } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { QrCode, useQrCode } from '../../ui/qr/QrCode.tsx'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import styles from './account.module.css'
import { CodeField } from './CodeField.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { text as words } from './copy.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const text = words.factor

type SetUpFactorDialogProps = { onChanged: () => Promise<unknown>; onClose: () => void }

/** Sets an authenticator app up: the current password, the QR code with a first code, then new recovery codes. */
export function SetUpFactorDialog({ onChanged, onClose }: SetUpFactorDialogProps) {
  const [begun, setBegun] = useState<TotpSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const confirmed = async (received: readonly string[]) => {
    if (received.length > 0) setCodes(received)
    else onClose()
    notify.success(text.appAdded)
    await onChanged()
  }
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (begun !== undefined) return <ConfirmStep begun={begun} onConfirmed={confirmed} onClose={onClose} />
  return <PasswordStep onBegun={setBegun} onClose={onClose} />
}

function PasswordStep({ onBegun, onClose }: { onBegun: (begun: TotpSecret) => void; onClose: () => void }) {
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: secondFactorOperations.beginTotp.input,
    send: async ({ currentPassword = '' }) => onBegun(await call(beginTotp, { currentPassword })),
  })
  return (
    <Dialog title={text.addApp} busy={busy} onClose={onClose}>
      <p>{text.passwordText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <CurrentPassword fault={faults.currentPassword} />
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.next} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type ConfirmStepProps = {
  begun: TotpSecret
  onConfirmed: (codes: readonly string[]) => Promise<unknown>
  onClose: () => void
}

function ConfirmStep({ begun: { secret, uri }, onConfirmed, onClose }: ConfirmStepProps) {
  const qr = useQrCode(uri)
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: secondFactorOperations.confirmTotp.input,
    about: { CODE_INVALID: 'code' },
    send: async ({ code = '' }) => onConfirmed((await call(confirmTotp, { code })).recoveryCodes),
  })
  return (
    <Dialog title={text.addApp} busy={busy} onClose={onClose}>
      <p>{text.scan}</p>
      {qr && <QrCode code={qr} text={uri} label={text.qr} className={styles.qr} />}
      <p>{text.secret}</p>
      <Copyable block text={secret.replaceAll(/.{4}(?=.)/g, '$& ')} label={text.secretLabel} />
      <p>
        <a href={uri}>{text.openApp}</a>
      </p>
      <form ref={form} noValidate onSubmit={submit}>
        <CodeField id="factor-code" label={text.code} fault={faults.code} />
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
