import type { ComponentType } from 'react'
import { useController } from 'react-hook-form'
import type { ManyChoiceProps } from '../components/ManyChoice.tsx'
import { StoresChoice } from '../components/StoresChoice.tsx'
import { useField } from '../form/fields.tsx'

/** All of something (an empty list), or chosen ones (null until one is chosen). */
export function ManyField({ name, Choice }: { name: string; Choice: ComponentType<ManyChoiceProps> }) {
  const { field } = useController({ name })
  const { id, label, fault } = useField(name)
  const chosen = Array.isArray(field.value) ? field.value.map(String) : []
  return (
    <Choice
      {...{ id, label, fault }}
      value={field.value !== null && chosen.length === 0 ? 'all' : chosen}
      onChange={(value) => field.onChange(value === 'all' ? [] : value.length > 0 ? value : null)}
    />
  )
}

/** Where a product can be used. */
export const StoresField = ({ name }: { name: string }) => <ManyField name={name} Choice={StoresChoice} />
