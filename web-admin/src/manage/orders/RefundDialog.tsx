import { ApiError } from '@kingcar/client'
import { type OrderDetail, orderOperations, validationDetails } from '@kingcar/contract'
import { type FormEvent, useId, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../text/copy.ts'
import { amount as thousands, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './orders.module.css'
import { type Refund, readWon } from './refund.ts'

const labels = text.refund

type RefundDialogProps = {
  order: OrderDetail
  /** A refund that was sent and whose outcome is unknown. */
  unsure: Refund | undefined
  send: (refund: Refund) => Promise<void>
  onClose: () => void
}

/** Refunds an order, fully or partially; the amount has to be typed again to confirm. */
export function RefundDialog({ order, unsure, send, onClose }: RefundDialogProps) {
  const { busy, failure, act } = useAction(async (refund: Refund) => {
    await send(refund)
    onClose()
    notify.success(labels.done(wonOf(refund.amount ?? 0)))
  })
  const close = () => busy || onClose()
  if (unsure !== undefined) {
    return (
      <Dialog title={labels.unsureTitle} busy={busy} onClose={onClose}>
        <p>{labels.unsure(wonOf(unsure.amount ?? 0))}</p>
        <p>{labels.unsureHint}</p>
        {failure !== null && <Failure title={labels.unsureTitle} cause={failure} />}
        <DialogActions>
          <Button busy={busy} onClick={close}>
            {labels.later}
          </Button>
          <Button tone="primary" busy={busy} data-autofocus onClick={() => act(unsure)}>
            {labels.again}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={labels.title} busy={busy} onClose={onClose}>
      <p className={styles.warning}>{labels.lead}</p>
      <RefundForm order={order} busy={busy} failure={failure} onRefund={act} onClose={close} />
    </Dialog>
  )
}

type Faults = { amount?: string; reason?: string; typed?: string }
type RefundFormProps = {
  order: OrderDetail
  busy: boolean
  failure: unknown
  onRefund: (refund: Refund) => void
  onClose: () => void
}

function RefundForm({ order, busy, failure, onRefund, onClose }: RefundFormProps) {
  const left = order.amount - order.refundedAmount
  const isFree = order.amount === 0
  const id = useId()
  const [typedAmount, setTypedAmount] = useState(thousands(left))
  const [found, setFound] = useState<Faults>({})
  const amount = isFree ? 0 : readWon(typedAmount)
  const amountText = amount === undefined ? undefined : wonOf(amount)
  const exceeds = failure instanceof ApiError && failure.code === 'AMOUNT_EXCEEDS_PAID'
  const faults = {
    amount: found.amount ?? (exceeds ? failure.userMessage : faultOf(failure, 'amount')),
    reason: found.reason ?? faultOf(failure, 'reason'),
    typed: found.typed,
  }
  const form = useFaultFocus(found, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const refund = { amount: isFree ? null : (amount ?? Number.NaN), reason: String(values.get('reason')).trim() }
    const wrong = wrongIn(order, refund, readWon(String(values.get('typed'))))
    setFound(wrong)
    if (Object.keys(wrong).length === 0) onRefund(refund)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {!isFree && (
        <Field id={`${id}-amount`} label={labels.amount} fault={faults.amount} hint={labels.amountHint(wonOf(left))}>
          <input
            {...inField(`${id}-amount`, faults.amount)}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typedAmount}
            onChange={(event) => setTypedAmount(event.target.value)}
            onBlur={() => amount !== undefined && setTypedAmount(thousands(amount))}
          />
        </Field>
      )}
      <p className={styles.effect}>{isFree ? labels.free : amount === left ? labels.whole : labels.part}</p>
      <Field id={`${id}-reason`} label={copy.reason.label} fault={faults.reason} hint={copy.reason.hint}>
        <textarea {...inField(`${id}-reason`, faults.reason)} name="reason" rows={3} data-prose />
      </Field>
      <Field
        id={`${id}-typed`}
        label={labels.typed}
        fault={faults.typed}
        hint={amountText === undefined ? labels.typeFirst : labels.type(amountText)}
      >
        <input {...inField(`${id}-typed`, faults.typed)} name="typed" inputMode="numeric" autoComplete="off" />
      </Field>
      {failure !== null && !exceeds && <Failure title={labels.failed} cause={failure} />}
      <DialogActions>
        <Button busy={busy} onClick={onClose}>
          {copy.actions.cancel}
        </Button>
        <Button type="submit" tone="danger" busy={busy}>
          {amountText === undefined ? labels.open : labels.confirm(amountText)}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Faults of a refund before sending: by the contract, by the refundable amount, by the typed confirmation. */
function wrongIn(order: OrderDetail, { amount, reason }: Refund, typed: number | undefined): Faults {
  const left = order.amount - order.refundedAmount
  const input = { orderId: order.id, reason, ...(amount !== null && { amount }) }
  const faults: Faults = {}
  for (const { path, ko } of validationDetails(orderOperations.refundOrder.input, input)) {
    if (path === 'amount' || path === 'reason') faults[path] ??= ko
  }
  if (reason === '') faults.reason = copy.reason.required
  if (amount !== null && Number.isNaN(amount)) faults.amount = copy.form.number
  else if (amount !== null && amount > left) faults.amount = labels.tooMuch(wonOf(left))
  if (faults.amount === undefined && typed !== (amount ?? 0)) faults.typed = labels.type(wonOf(amount ?? 0))
  return faults
}
