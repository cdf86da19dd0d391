import { Field, inField } from '../components/Field.tsx'

/** The field of a code that was sent, or that an app shows, as the only one of its form. */
export const CodeField = ({ id, label, fault }: { id: string; label: string; fault: string | undefined }) => (
  <Field id={id} label={label} fault={fault}>
    <input name="code" inputMode="numeric" autoComplete="one-time-code" data-autofocus {...inField(id, fault)} />
  </Field>
)
