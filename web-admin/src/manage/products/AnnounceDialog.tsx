import { announcePriceChange } from '@kingcar/client'
import { mostDaysAhead, type Product, priceChangeKinds, raiseNoticeDays } from '@kingcar/contract'
import { type FormEvent, useId, useState } from 'react'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { DateInput } from '../components/DateInput.tsx'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { SelectField } from '../components/SelectField.tsx'
import { dateOf, dayAfter, wonOf } from '../text/format.ts'
import { text } from './price-copy.ts'

type AnnounceDialogProps = {
  product: Product
  onAnnounced: () => Promise<unknown>
  onClose: () => void
}
type Faults = { price?: string; fromDate?: string }

/** Announces a new price for the running subscriptions of a product. */
export function AnnounceDialog({ product: { id, name, price }, onAnnounced, onClose }: AnnounceDialogProps) {
  const keyFor = useIdempotencyKey()
  const [found, setFound] = useState<Faults>({})
  const [kind, setKind] = useState<(typeof priceChangeKinds)[number]>('raise')
  const [fromDate, setFromDate] = useState('')
  const { busy, failure, act } = useAction(async (fields: { price: number; fromDate: string }) => {
    const input = { id, kind, ...fields }
    await call(announcePriceChange, input, { idempotencyKey: keyFor(input) })
    onClose()
    notify.success(text.announced)
    await onAnnounced()
  })
  const form = useFaultFocus(found, failure)
  const [ofKind, ofPrice, ofDate] = [useId(), useId(), useId()]
  const today = dateOf(session.serverNow())
  const earliest = kind === 'raise' ? dayAfter(today, raiseNoticeDays) : today
  const faults = {
    price: found.price ?? faultOf(failure, 'price'),
    day: found.fromDate ?? faultOf(failure, 'fromDate'),
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const wanted = String(typed.get('price')).trim()
    const wrong = {
      ...(!/^\d{1,9}$/.test(wanted) && { price: text.priceMissing }),
      ...(fromDate === '' && { fromDate: text.dateMissing }),
    }
    setFound(wrong)
    if (Object.keys(wrong).length === 0) act({ price: Number(wanted), fromDate })
  }
  return (
    <Dialog title={text.announceTitle(name)} busy={busy} onClose={onClose}>
      <p>{text.texts[kind]}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <SelectField
          id={ofKind}
          label={text.kind}
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.target.value === 'lower' ? 'lower' : 'raise')}
          choices={priceChangeKinds.map((each) => [each, text.kinds[each]])}
        />
        <Field id={ofPrice} label={text.price} hint={text.priceHint(wonOf(price))} fault={faults.price}>
          <input {...inField(ofPrice, faults.price)} name="price" inputMode="numeric" data-autofocus />
        </Field>
        <Field id={ofDate} label={text.fromDate} hint={text.dateHints[kind]} fault={faults.day}>
          <DateInput
            {...inField(ofDate, faults.day)}
            kind="date"
            value={fromDate}
            onValue={setFromDate}
            min={earliest}
            max={dayAfter(today, mostDaysAhead)}
          />
        </Field>
        <FormActions {...{ busy, failure, onClose }} confirm={text.announce} />
      </form>
    </Dialog>
  )
}
