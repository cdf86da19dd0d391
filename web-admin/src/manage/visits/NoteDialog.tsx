import { noteVisit } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { storesQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import { PlateField, plateFault } from './PlateField.tsx'

type Faults = { storeId?: string | undefined; carNumber?: string | undefined; reason?: string | undefined }
type NoteDialogProps = {
  /** The store that the list is filtered by. */
  storeId: string | undefined
  onClose: () => void
  /** Called after the visit was recorded. */
  onNoted: () => unknown
}

/** Records a visit that no camera saw. The idempotency key prevents a duplicate when the response was lost. */
export function NoteDialog({ storeId: given = '', onClose, onNoted }: NoteDialogProps) {
  const { data: stores = [] } = useQuery(storesQuery)
  const router = useRouter()
  const keyFor = useIdempotencyKey()
  const id = useId()
  const [storeId, setStoreId] = useState(given)
  const [carNumber, setCarNumber] = useState('')
  const [found, setFound] = useState<Faults>({})
  const { busy, failure, act } = useAction(async (fields: { storeId: string; carNumber: string; reason: string }) => {
    const visit = await call(noteVisit, fields, { idempotencyKey: keyFor(fields) })
    onClose()
    const openVisit = () => void router.navigate({ to: '/manage/visits/$id', params: { id: visit.id } })
    notify.success(text.note.done, { label: text.note.look, run: openVisit })
    await onNoted()
  })
  const faults: Faults = {
    storeId: found.storeId ?? faultOf(failure, 'storeId'),
    carNumber: found.carNumber ?? faultOf(failure, 'carNumber'),
    reason: found.reason ?? faultOf(failure, 'reason'),
  }
  const form = useFaultFocus(found, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const fields = { storeId, carNumber, reason: String(values.get('reason')).trim() }
    const wrong: Faults = {
      storeId: fields.storeId === '' ? text.note.storeRequired : undefined,
      carNumber: plateFault(carNumber),
      reason: fields.reason === '' ? copy.reason.required : undefined,
    }
    setFound(wrong)
    if (Object.values(wrong).every((fault) => fault === undefined)) act(fields)
  }

  return (
    <Dialog title={text.note.title} busy={busy} onClose={onClose}>
      <p>{text.note.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id={`${id}-store`} label={text.store} fault={faults.storeId}>
          <select
            {...inField(`${id}-store`, faults.storeId)}
            name="storeId"
            value={storeId}
            onChange={({ target }) => setStoreId(target.value)}
            data-autofocus={given === '' || undefined}
            required
          >
            <option value="">{text.note.chooseStore}</option>
            {stores.map((store) => (
              <option key={store.id} value={store.id}>
                {store.name}
              </option>
            ))}
          </select>
        </Field>
        <PlateField id={`${id}-plate`} value={carNumber} onChange={setCarNumber} fault={faults.carNumber} />
        <Field id={`${id}-reason`} label={copy.reason.label} hint={copy.reason.hint} fault={faults.reason}>
          <textarea {...inField(`${id}-reason`, faults.reason)} name="reason" rows={3} maxLength={500} data-prose />
        </Field>
        <FormActions {...{ busy, failure }} confirm={text.note.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
