import type { ComponentProps } from 'react'
import { Field, inField } from './Field.tsx'
import { Options } from './Options.tsx'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> &
  Omit<ComponentProps<typeof Field>, 'children'> &
  ComponentProps<typeof Options>

/** A field for one of some values. */
export const SelectField = ({ id, label, hint, fault, choices, none, ...select }: SelectFieldProps) => (
  <Field {...{ id, label, hint, fault }}>
    <select {...select} {...inField(id, fault)}>
      <Options {...{ choices, none }} />
    </select>
  </Field>
)
