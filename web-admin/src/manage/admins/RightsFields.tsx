import { adminRoles } from '@kingcar/contract'
import { useController } from 'react-hook-form'
import { StoresChoice } from '../components/StoresChoice.tsx'
import type { Fields } from '../form/changes.ts'
import { useField } from '../form/fields.tsx'
import { copy } from '../text/copy.ts'
import { RoleSelect } from './RoleSelect.tsx'

/** Requires a store if stores are to be chosen. An owner has all stores. */
export const validateRights = ({ role, storeIds }: Fields): Record<string, string> =>
  role !== 'owner' && Array.isArray(storeIds) && storeIds.length === 0 ? { storeIds: copy.stores.choose } : {}

/** Role and stores of an administrator. */
export function RightsFields() {
  const { field: role } = useController({ name: 'role' })
  const { field: stores } = useController({ name: 'storeIds' })
  const { id: roleId } = useField('role')
  const { id, label, fault } = useField('storeIds')
  return (
    <>
      <RoleSelect
        id={roleId}
        value={adminRoles.find((each) => each === role.value) ?? 'staff'}
        onChange={role.onChange}
      />
      {role.value !== 'owner' && (
        <StoresChoice
          {...{ id, label, fault }}
          value={Array.isArray(stores.value) ? stores.value.map(String) : 'all'}
          onChange={(value) => stores.onChange(value === 'all' ? null : value)}
        />
      )}
    </>
  )
}
