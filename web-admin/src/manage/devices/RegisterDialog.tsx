import { createDevice } from '@kingcar/client'
import type { DeviceWithSecret } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../copy.ts'
import { storesQuery } from '../query.ts'
import { useAction } from '../use-action.ts'
import { useIdempotencyKey } from '../use-idempotency-key.ts'

const text = copy.devices
type Fields = { storeId: string; name: string }
type Faults = { storeId?: string; name?: string }

const faultsOf = ({ storeId, name }: Fields): Faults => ({
  ...(storeId === '' ? { storeId: text.storeRequired } : {}),
  ...(name === '' ? { name: text.nameRequired } : {}),
})

/** Registers a device. The same fields sent again after a lost answer make no second one. */
export function RegisterDialog(props: { onClose: () => void; onRegistered: (device: DeviceWithSecret) => void }) {
  const stores = useQuery(storesQuery)
  const keyFor = useIdempotencyKey()
  const [faults, setFaults] = useState<Faults>({})
  const form = useFaultFocus(faults)
  const { busy, failure, act } = useAction(async (fields: Fields) => {
    try {
      props.onRegistered(await call(createDevice, fields, { idempotencyKey: keyFor(fields) }))
    } catch (cause) {
      const [storeId, name] = [faultOf(cause, 'storeId'), faultOf(cause, 'name')]
      if (storeId === undefined && name === undefined) throw cause
      setFaults({ ...(storeId && { storeId }), ...(name && { name }) })
    }
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const fields = { storeId: String(values.get('storeId')), name: String(values.get('name')).trim() }
    const found = faultsOf(fields)
    setFaults(found)
    if (Object.keys(found).length === 0) act(fields)
  }

  return (
    <Dialog title={text.register} busy={busy} onClose={props.onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          id="device-store"
          label={text.store}
          fault={faults.storeId}
          hint={stores.data?.length === 0 ? text.noStores : undefined}
        >
          <select
            name="storeId"
            required
            defaultValue=""
            data-autofocus
            key={stores.data?.length}
            {...inField('device-store', faults.storeId)}
          >
            <option value="">{stores.isPending ? copy.pages.loading : text.chooseStore}</option>
            {stores.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field id="device-name" label={text.name} fault={faults.name} hint={text.nameHint}>
          <input name="name" required maxLength={50} autoComplete="off" {...inField('device-name', faults.name)} />
        </Field>
        {stores.error !== null && (
          <Failure title={copy.failures.list} cause={stores.error} retry={() => void stores.refetch()} />
        )}
        {failure !== null && <Failure title={copy.failures.action} cause={failure} />}
        <DialogActions>
          <Button busy={busy} onClick={() => busy || props.onClose()}>
            {copy.actions.cancel}
          </Button>
          <Button type="submit" tone="primary" busy={busy}>
            {text.register}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
