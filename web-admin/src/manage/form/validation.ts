import { ApiError } from '@kingcar/client'
import { type Spec, validationDetails } from '@kingcar/contract'
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import type { Fields } from './changes.ts'

/** Form-specific validation: messages by field, for rules that the contract does not have or words less clearly. */
export type Validate = (values: Fields) => Record<string, string>

/** Validates the form's values by its own rules first, then by the contract; each fault is set on its field. */
export function resolverOf(
  schema: Spec['input'],
  toInput: (values: Fields) => Fields,
  validate: Validate | undefined,
): Resolver<FieldValues> {
  return (values) => {
    const errors: FieldErrors = {}
    for (const [name, message] of Object.entries(validate?.(values) ?? {})) errors[name] = { type: 'form', message }
    for (const { path, ko } of validationDetails(schema, toInput(values))) {
      errors[fieldOf(path)] ??= { type: 'contract', message: ko }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

const fieldOf = (path: string): string => path.split('.')[0] ?? path

/** Sets the server's faults on their fields. Returns whether each of them has a field in this form; else the caller shows the failure. */
export function setFaults(form: UseFormReturn, cause: unknown): boolean {
  if (!(cause instanceof ApiError) || cause.details.length === 0) return false
  const known = cause.details.filter(({ path }) => Object.hasOwn(form.getValues(), fieldOf(path)))
  for (const { path, message } of known) form.setError(fieldOf(path), { type: 'server', message })
  return known.length === cause.details.length
}
