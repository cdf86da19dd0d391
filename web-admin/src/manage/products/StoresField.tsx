import { useController } from 'react-hook-form'
import { StoresChoice } from '../components/StoresChoice.tsx'
import { useField } from '../form/fields.tsx'

/** Where a product can be used: everywhere (an empty list), or in chosen stores (null until one is chosen). */
export function StoresField({ name }: { name: string }) {
  const { field } = useController({ name })
  const { id, label, fault } = useField(name)
  const chosen = Array.isArray(field.value) ? field.value.map(String) : []
  return (
    <StoresChoice
      {...{ id, label, fault }}
      value={field.value !== null && chosen.length === 0 ? 'all' : chosen}
      onChange={(value) => field.onChange(value === 'all' ? [] : value.length > 0 ? value : null)}
    />
  )
}
