import type { Store } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { copy } from '../text/copy.ts'
import { Failure } from './Failure.tsx'
import { Field, inField } from './Field.tsx'

type StoreAndNameProps = {
  /** Before the ids of both fields. */
  id: string
  stores: UseQueryResult<Store[]>
  faults: { storeId?: string; name?: string }
  words: { store: string; chooseStore: string; noStores: string; name: string; nameHint: string }
}

/** The fields of what stands in a store under a name: a recognizer, a screen. */
export function StoreAndName({ id, stores, faults, words }: StoreAndNameProps) {
  const [storeField, nameField] = [`${id}-store`, `${id}-name`]
  const none = stores.data?.length === 0
  return (
    <>
      <Field id={storeField} label={words.store} fault={faults.storeId} hint={none ? words.noStores : undefined}>
        <select
          name="storeId"
          required
          defaultValue=""
          data-autofocus
          key={stores.data?.length}
          {...inField(storeField, faults.storeId)}
        >
          <option value="">{stores.isPending ? copy.pages.loading : words.chooseStore}</option>
          {stores.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field id={nameField} label={words.name} fault={faults.name} hint={words.nameHint}>
        <input name="name" required maxLength={50} autoComplete="off" {...inField(nameField, faults.name)} />
      </Field>
      {stores.error !== null && (
        <Failure title={copy.failures.list} cause={stores.error} retry={() => void stores.refetch()} />
      )}
    </>
  )
}
