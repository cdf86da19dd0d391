import { ApiError } from '@kingcar/client'
import { faultsOf, type Spec } from '@kingcar/contract'
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import type { Fields } from './changes.ts'

/** What the contract cannot say of a form's fields, or says with less sense: by field. */
export type Validate = (values: Fields) => Record<string, string>

/** Judges a form's values by what it says itself and by the contract; each fault lands on the field in which it is. */
export function resolverOf(
  schema: Spec['input'],
  toInput: (values: Fields) => Fields,
  judge: Validate | undefined,
): Resolver<FieldValues> {
  return (values) => {
    const errors: FieldErrors = {}
    for (const [name, message] of Object.entries(judge?.(values) ?? {})) errors[name] = { type: 'form', message }
    for (const { path, ko } of faultsOf(schema, toInput(values))) {
      errors[fieldOf(path)] ??= { type: 'contract', message: ko }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

const fieldOf = (path: string): string => path.split('.')[0] ?? path

/** Puts what the server found wrong on its fields; false where it named none that the form has. */
export function setFaults(form: UseFormReturn, cause: unknown): boolean {
  if (!(cause instanceof ApiError) || cause.details.length === 0) return false
  const known = cause.details.filter(({ path }) => Object.hasOwn(form.getValues(), fieldOf(path)))
  for (const { path, message } of known) form.setError(fieldOf(path), { type: 'server', message })
  return known.length > 0
}
