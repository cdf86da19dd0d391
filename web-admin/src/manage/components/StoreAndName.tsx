import type { Store } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { copy } from '../text/copy.ts'
import { Failure } from './Failure.tsx'
import { Field, inField } from './Field.tsx'
import { SelectField } from './SelectField.tsx'

type StoreAndNameProps = {
  /** Prefix of the ids of both fields. */
  id: string
  stores: UseQueryResult<Store[]>
  faults: { storeId?: string; name?: string }
  /** Their values at first. */
  values?: { storeId: string; name: string }
  texts: { store: string; chooseStore: string; noStores: string; name: string; nameHint: string }
}

/** Fields for the store and name of a recognizer or a screen. */
export function StoreAndName({ id, stores, faults, values, texts }: StoreAndNameProps) {
  const [storeField, nameField] = [`${id}-store`, `${id}-name`]
  const none = stores.data?.length === 0
  const onlyOne = stores.data?.length === 1 ? stores.data[0]?.id : undefined
  return (
    <>
      <SelectField
        id={storeField}
        label={texts.store}
        fault={faults.storeId}
        hint={none ? texts.noStores : undefined}
        name="storeId"
        required
        defaultValue={values?.storeId ?? onlyOne ?? ''}
        data-autofocus
        key={stores.data?.length}
        none={stores.isPending ? copy.pages.loading : texts.chooseStore}
        choices={stores.data?.map(({ id, name }) => [id, name])}
      />
      <Field id={nameField} label={texts.name} fault={faults.name} hint={texts.nameHint}>
        <input
          name="name"
          required
          maxLength={50}
          autoComplete="off"
          defaultValue={values?.name}
          {...inField(nameField, faults.name)}
        />
      </Field>
      {stores.error !== null && (
        <Failure title={copy.failures.list} cause={stores.error} retry={() => void stores.refetch()} />
      )}
    </>
  )
}
