import type { Spec } from '@kingcar/contract'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'

type TextDialogProps = {
  title: string
  /** Of the operation's input. */
  field: 'name' | 'text'
  label: string
  hint?: string
  initial?: string
  /** Of the operation, and of what thing. */
  schema: Spec['input']
  id: string
  longest: number
  confirm: string
  /** Does it, and takes the dialog away. */
  run: (typed: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for one text and does something with it. */
export function TextDialog(props: TextDialogProps) {
  const { field, schema, id, run, onClose } = props
  const { form, faults, busy, failure, submit } = useShortForm({
    ...{ schema, fixed: { id } },
    send: (texts) => run(texts[field] ?? ''),
  })
  const control = {
    ...{ name: field, defaultValue: props.initial, maxLength: props.longest, required: true, autoComplete: 'off' },
    ...{ 'data-autofocus': true, ...inField('screen-text', faults[field]) },
  }
  return (
    <Dialog title={props.title} busy={busy} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id="screen-text" label={props.label} hint={props.hint} fault={faults[field]}>
          {field === 'text' ? <textarea {...control} rows={3} data-prose /> : <input {...control} />}
        </Field>
        <FormActions {...{ busy, failure }} confirm={props.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
