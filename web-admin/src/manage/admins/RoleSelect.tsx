import { type AdminRole, adminRoleLabels, adminRoles } from '@kingcar/contract'
import { SelectField } from '../components/SelectField.tsx'
import { text } from './copy.ts'

type RoleSelectProps = { id: string; value: AdminRole; onChange: (role: AdminRole) => void }

/** The role of an administrator, with what the role may do. */
export const RoleSelect = ({ id, value, onChange }: RoleSelectProps) => (
  <SelectField
    id={id}
    label={text.role}
    hint={text.roles[value]}
    name="role"
    value={value}
    onChange={(event) => onChange(adminRoles.find((role) => role === event.target.value) ?? value)}
    choices={adminRoles.map((role) => [role, adminRoleLabels[role]])}
  />
)
