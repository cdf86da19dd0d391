import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { copy } from '../text/copy.ts'
import { Dialog, FormActions } from './Dialog.tsx'
import { Field, inField } from './Field.tsx'
import { faultOf } from './failure-sentence.ts'

type ReasonDialogProps = {
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** Further fields above the reason. */
  children?: ReactNode
  /** Performs the action and closes the dialog. */
  run: (reason: string, form: FormData) => Promise<unknown>
  onClose: () => void
}

/** Confirmation that requires a reason, which the audit log records. */
export function ReasonDialog({ title, text, confirm, danger = false, children, run, onClose }: ReasonDialogProps) {
  const { busy, failure, act } = useAction(run)
  const [missing, setMissing] = useState(false)
  const id = useId()
  const fault = missing ? copy.reason.required : faultOf(failure, 'reason')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = String(form.get('reason')).trim()
    setMissing(reason === '')
    if (reason !== '') return act(reason, form)
    event.currentTarget.querySelector('textarea')?.focus()
  }
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <p>{text}</p>
      <form noValidate onSubmit={submit}>
        {children}
        <Field id={id} label={copy.reason.label} hint={copy.reason.hint} fault={fault}>
          <textarea {...inField(id, fault)} name="reason" rows={3} data-prose data-autofocus />
        </Field>
        <FormActions {...{ busy, failure }} danger={danger} confirm={confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
