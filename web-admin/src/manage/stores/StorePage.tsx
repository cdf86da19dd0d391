import { createStore, deleteStore, getStore, updateStore } from '@kingcar/client'
import { type Store, storeOperations } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { exchange } from '../../api/api.ts'
import { IfMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityPartProps, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { NumberField, SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { NewEntityPage } from '../form/NewEntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import { ImagesField } from '../images/ImagesField.tsx'
import { copy } from '../text/copy.ts'
import { deleteWithUndo } from '../undo/undoable-delete.ts'
import { AddressField } from './AddressField.tsx'
import { ClosedDatesField } from './ClosedDatesField.tsx'
import { text } from './copy.ts'
import { HoursField } from './HoursField.tsx'
import { refreshStores } from './refresh.ts'
import { StoreTabs } from './StoreTabs.tsx'
import styles from './stores.module.css'

const load = async () => (await import('./RemoveStore.tsx')).RemoveStore

const list = { to: '/manage/stores', label: text.title }

const valuesOf = (store: Store): Fields => ({
  ...{ name: store.name, address: store.address, addressDetail: store.addressDetail, phone: store.phone },
  ...{ latitude: store.latitude, longitude: store.longitude, businessHours: store.businessHours },
  ...{ closedDates: store.closedDates, imageIds: store.imageIds, visible: store.visible },
})
const blank: Loaded = {
  values: {
    ...{ name: '', address: '', addressDetail: null, phone: '', latitude: null, longitude: null },
    ...{ businessHours: [], closedDates: [], imageIds: [], visible: true },
  },
  etag: null,
}

/** Edits a store. */
export function StorePage() {
  const { id } = useParams({ from: '/manage/stores/$id/edit' })
  const { query, loaded, reload } = useEntity(getStore, { id }, valuesOf)
  const client = useQueryClient()
  const leave = useLeave()
  const { Dialog: RemoveStore, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const store = query.data?.result
  const removeIt = async ({ name }: Store, options: { withDevices?: true }) => {
    hide()
    if (!(await leave(list.to))) return
    deleteWithUndo({ id, name, op: deleteStore, input: { id, ...options }, refresh: () => refreshStores(client) })
  }
  return (
    <EntityPage
      title={store?.name ?? text.one}
      list={list}
      query={query}
      actions={
        store !== undefined && (
          <IfMay op="deleteStore">
            <Button tone="danger" onClick={show}>
              {text.remove}
            </Button>
          </IfMay>
        )
      }
    >
      {({ result }) => (
        <>
          <StoreTabs id={id} />
          <StoreForm
            loaded={loaded ?? blank}
            op="updateStore"
            send={(input, options) => exchange(updateStore, { id, ...input }, options)}
            reload={reload}
            onSaved={() => refreshStores(client)}
            history={id}
          />
          {RemoveStore !== null && (
            <RemoveStore store={result} onRemove={(options) => removeIt(result, options)} onClose={hide} />
          )}
        </>
      )}
    </EntityPage>
  )
}

/** Creates a store. */
export function NewStorePage() {
  const client = useQueryClient()
  return (
    <NewEntityPage title={text.newTitle} list={list} op={createStore} refresh={() => refreshStores(client)}>
      {(props) => <StoreForm {...props} loaded={blank} />}
    </NewEntityPage>
  )
}

type StoreFormProps = EntityPartProps & { history?: string }

function StoreForm({ history, ...props }: StoreFormProps) {
  return (
    <EntityForm
      {...props}
      labels={text.labels}
      schema={storeOperations.createStore.input}
      subject={{ entity: 'store', id: history }}
      show={(name, value) => (name === 'imageIds' && Array.isArray(value) ? text.pictures(value.length) : undefined)}
      {...(history !== undefined && {
        aside: <ChangeHistory entityId={history} />,
      })}
    >
      <TextField name="name" counted />
      <TextField name="phone" type="tel" inputMode="tel" />
      <AddressField name="address" />
      <TextField name="addressDetail" nullable />
      <div className={form.pair}>
        <NumberField name="latitude" hint={text.placeHint} />
        <NumberField name="longitude" />
      </div>
      <MapLink />
      <HoursField name="businessHours" />
      <ClosedDatesField name="closedDates" />
      <ImagesField name="imageIds" />
      <SwitchField name="visible" hint={text.visibleHint} />
    </EntityForm>
  )
}

/** Link to an external map; no third-party script is loaded here. */
function MapLink() {
  const [latitude, longitude]: unknown[] = useFormContext().watch(['latitude', 'longitude'])
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return (
    <a
      className={styles.map}
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      {text.map}
    </a>
  )
}
