import { createDevice } from '@kingcar/client'
import { type DeviceWithSecret, deviceOperations } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { storesQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { StoreAndName } from '../components/StoreAndName.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { text } from './copy.ts'

/** Registers a device. The idempotency key prevents a duplicate when the response was lost. */
export function RegisterDialog(props: { onClose: () => void; onRegistered: (device: DeviceWithSecret) => void }) {
  const stores = useQuery(storesQuery)
  const keyFor = useIdempotencyKey()
  const { form, faults, busy, failure, submit } = useShortForm({
    schema: deviceOperations.createDevice.input,
    validate: ({ storeId, name }) => ({
      ...(storeId === '' && { storeId: text.storeRequired }),
      ...(name === '' && { name: text.nameRequired }),
    }),
    send: async ({ storeId = '', name = '' }) => {
      const fields = { storeId, name }
      props.onRegistered(await call(createDevice, fields, { idempotencyKey: keyFor(fields) }))
    },
  })
  return (
    <Dialog title={text.register} busy={busy} onClose={props.onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <StoreAndName id="device" texts={text} {...{ stores, faults }} />
        <FormActions {...{ busy, failure }} confirm={text.register} onClose={props.onClose} />
      </form>
    </Dialog>
  )
}
