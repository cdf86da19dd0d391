import { type FormEvent, useId, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { copy } from '../text/copy.ts'
import { Dialog, FormActions } from './Dialog.tsx'
import { Field, inField } from './Field.tsx'

type TypedConfirmDialogProps = {
  title: string
  text: string
  /** The text that has to be typed. */
  expected: string
  label?: string
  confirm: string
  run: () => Promise<unknown>
  onClose: () => void
}

/** Confirmation of a costly action: the user has to type the expected text. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { title, text, expected, label = copy.removal.typed, confirm, run, onClose } = props
  const { busy, failure, act } = useAction(run)
  const [fault, setFault] = useState<string>()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed')).normalize('NFC').trim()
    if (typed !== expected.normalize('NFC').trim()) return setFault(copy.removal.typeName(expected))
    setFault(undefined)
    act()
  }
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <p>{text}</p>
      <form noValidate onSubmit={submit}>
        <Field id={id} label={label} hint={copy.removal.typeName(expected)} fault={fault}>
          <input {...inField(id, fault)} name="typed" autoComplete="off" data-autofocus />
        </Field>
        <FormActions {...{ busy, failure }} danger confirm={confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
