import type { Spec } from '@kingcar/contract'
import { createContext, use } from 'react'

/** Shared by the fields of a form. */
export type EntityContextValue = {
  /** Prefix of the field ids, unique on the page. */
  id: string
  labelOf: (name: string) => string
  schema: Spec['input']
  readOnly: boolean
}

export const EntityContext = createContext<EntityContextValue | null>(null)

/** The context of the surrounding form. */
export function useEntity(): EntityContextValue {
  const entity = use(EntityContext)
  if (entity === null) throw new Error('useEntity must be used inside an EntityForm.')
  return entity
}

export const fieldId = (form: string, name: string): string => `${form}-${name}`
