import type { Spec } from '@kingcar/contract'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { useShortForm } from '../form/use-short-form.ts'

type TextDialogProps = {
  title: string
  /** Name of the field in the operation's input. */
  field: 'name' | 'text'
  label: string
  hint?: string
  initial?: string
  /** Input schema of the operation. */
  schema: Spec['input']
  id: string
  longest: number
  confirm: string
  /** Performs the action and closes the dialog. */
  run: (typed: string) => Promise<unknown>
  onClose: () => void
}

/** A dialog with one text field. */
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
