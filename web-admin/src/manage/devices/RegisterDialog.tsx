import { createDevice } from '@kingcar/client'
import type { DeviceWithSecret } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { StoreAndName } from '../components/StoreAndName.tsx'
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
        <StoreAndName id="device" words={text} {...{ stores, faults }} />
        <FormActions {...{ busy, failure }} confirm={text.register} onClose={props.onClose} />
      </form>
    </Dialog>
  )
}
