import type { Call, CallInput, ServiceName } from '@kingcar/client'
import type { AdminOperation } from '@kingcar/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { exchange } from '../../api/api.ts'
import type { EntityFormProps } from './EntityForm.tsx'
import { EntityPage } from './EntityPage.tsx'

type NewEntityPageProps<S extends ServiceName, V extends AdminOperation> = {
  title: string
  /** The list that the entity belongs to: it is shown after saving. */
  list: { to: string; label: string }
  op: Call<S, V>
  refresh: () => Promise<unknown>
  children: (form: Pick<EntityFormProps, 'isNew' | 'op' | 'send' | 'onSaved'>) => ReactNode
}

/** The page that creates an entity. */
export function NewEntityPage<S extends ServiceName, V extends AdminOperation>(props: NewEntityPageProps<S, V>) {
  const { title, list, op, refresh, children } = props
  const navigate = useNavigate()
  return (
    <EntityPage title={title} list={list}>
      {() =>
        children({
          isNew: true,
          op: op.name,
          // The form has validated its values by the schema of the operation.
          send: (input, options) => exchange(op, input as CallInput<S, V>, options),
          onSaved: async () => {
            await refresh()
            await navigate({ to: list.to })
          },
        })
      }
    </EntityPage>
  )
}
