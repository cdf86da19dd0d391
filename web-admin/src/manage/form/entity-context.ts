import type { Spec } from '@kingcar/contract'
import { createContext, use } from 'react'

/** What the fields of a form share. */
export type EntityContextValue = {
  /** Keeps the ids of two forms on one page apart. */
  id: string
  labelOf: (name: string) => string
  schema: Spec['input']
  /** Looked at, not changed. */
  readOnly: boolean
}

export const EntityContext = createContext<EntityContextValue | null>(null)

/** What the form around this field says of it. */
export function useEntity(): EntityContextValue {
  const entity = use(EntityContext)
  if (entity === null) throw new Error('There is no form around this field.')
  return entity
}

export const fieldId = (form: string, name: string): string => `${form}-${name}`
