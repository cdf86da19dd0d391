import { Field, inField } from '../components/Field.tsx'
import { text } from './copy.ts'

/** The field of the current password, with which a change of the second factor begins. The first field gets the focus. */
export const CurrentPassword = ({ fault, first = true }: { fault: string | undefined; first?: boolean }) => (
  <Field id="factor-password" label={text.factor.password} fault={fault}>
    <input
      type="password"
      name="currentPassword"
      autoComplete="current-password"
      data-autofocus={first || undefined}
      {...inField('factor-password', fault)}
    />
  </Field>
)
