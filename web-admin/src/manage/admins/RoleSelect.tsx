import { type AdminRole, adminRoleLabels, adminRoles } from '@kingcar/contract'
import { Field, inField } from '../components/Field.tsx'
import { text } from './copy.ts'

type RoleSelectProps = { id: string; value: AdminRole; onChange: (role: AdminRole) => void }

/** The role of an administrator, with what the role may do. */
export const RoleSelect = ({ id, value, onChange }: RoleSelectProps) => (
  <Field id={id} label={text.role} hint={text.roles[value]}>
    <select
      name="role"
      value={value}
      onChange={(event) => onChange(adminRoles.find((role) => role === event.target.value) ?? value)}
      {...inField(id, undefined)}
    >
      {adminRoles.map((role) => (
        <option key={role} value={role}>
          {adminRoleLabels[role]}
        </option>
      ))}
    </select>
  </Field>
)
