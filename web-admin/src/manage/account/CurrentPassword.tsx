import { Field, inField } from '../components/Field.tsx'
import { text } from './copy.ts'

/** The field of the current password, with which a change of the second factor begins. */
export const CurrentPassword = ({ fault }: { fault: string | undefined }) => (
  <Field id="factor-password" label={text.factor.password} fault={fault}>
    <input
      type="password"
      name="currentPassword"
      autoComplete="current-password"
      data-autofocus
      {...inField('factor-password', fault)}
    />
  </Field>
)
