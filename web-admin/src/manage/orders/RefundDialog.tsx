import { ApiError } from '@kingcar/client'
import { type OrderDetail, orderOperations, type RefundAccount, validationDetails } from '@kingcar/contract'
import { type FormEvent, useId, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions, FormActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { copy } from '../text/copy.ts'
import { amount as thousands, wonOf } from '../text/format.ts'
import {
  type AccountFaults,
  AccountFields,
  type TypedAccount,
  toRefundAccount,
  typedAccountOf,
  wrongInAccount,
} from './AccountFields.tsx'
import { text } from './copy.ts'
import type { OpenRefund } from './open-refund.ts'
import styles from './orders.module.css'
import { OutdatedRefundError, type Refund, type Refundable, readWon } from './refund.ts'

const labels = text.refund

type RefundDialogProps = {
  order: OrderDetail
  refundable: Refundable
  /** A refund that was sent and whose outcome is unknown. */
  unsure: OpenRefund | undefined
  send: (refund: Refund) => Promise<void>
  onClose: () => void
}

/** The message for a failure after which the user has to check the order before another refund. */
function endedBy(failure: unknown): { title: string; text: string } | undefined {
  if (failure instanceof OutdatedRefundError) return { title: labels.outdatedTitle, text: labels.outdated }
  if (failure instanceof ApiError && failure.code === 'IDEMPOTENCY_KEY_REUSED')
    return { title: labels.receivedTitle, text: labels.received }
  return undefined
}

/** Refunds an order, fully or partially; the amount has to be typed again to confirm. */
export function RefundDialog({ order, refundable, unsure, send, onClose }: RefundDialogProps) {
  const { busy, failure, act } = useAction(async (refund: Refund) => {
    await send(refund)
    onClose()
    notify.success(labels.done(wonOf(refund.amount ?? 0)))
  })
  const close = () => busy || onClose()
  if (unsure?.withAccount && unsure.account === undefined) {
    return (
      <Dialog title={labels.unsureTitle} busy={busy} onClose={onClose}>
        <p>{labels.unsure(wonOf(unsure.amount ?? 0))}</p>
        <p>{labels.account.again}</p>
        <AccountForm
          busy={busy}
          failure={failure}
          onAccount={(account) => act({ ...unsure, account })}
          onClose={close}
        />
      </Dialog>
    )
  }
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
  const ended = endedBy(failure)
  if (ended !== undefined) {
    return (
      <Dialog title={ended.title} onClose={onClose}>
        <p>{ended.text}</p>
        <DialogActions>
          <Button tone="primary" data-autofocus onClick={onClose}>
            {copy.actions.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={labels.title} busy={busy} onClose={onClose}>
      <p className={styles.warning}>{labels.lead}</p>
      <RefundForm {...{ order, refundable, busy, failure }} onRefund={act} onClose={close} />
    </Dialog>
  )
}

type AccountFormProps = {
  busy: boolean
  failure: unknown
  onAccount: (account: RefundAccount) => void
  onClose: () => void
}

/** Asks for the account of a refund again. */
function AccountForm({ busy, failure, onAccount, onClose }: AccountFormProps) {
  const id = useId()
  const [found, setFound] = useState<AccountFaults>({})
  const form = useFaultFocus(found, failure)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = typedAccountOf(new FormData(event.currentTarget))
    const wrong = wrongInAccount(typed)
    setFound(wrong)
    const account = toRefundAccount(typed)
    if (Object.keys(wrong).length === 0 && account) onAccount(account)
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <AccountFields {...{ id, found, failure }} />
      <FormActions {...{ busy, failure, onClose }} failed={labels.unsureTitle} confirm={labels.again} />
    </form>
  )
}

type Faults = { amount?: string; reason?: string; typed?: string; cancelApprovalNumber?: string } & AccountFaults
type RefundFormProps = {
  order: OrderDetail
  refundable: Refundable
  busy: boolean
  failure: unknown
  onRefund: (refund: Refund) => void
  onClose: () => void
}

function RefundForm({ order, refundable, busy, failure, onRefund, onClose }: RefundFormProps) {
  const { left, isOwed } = refundable
  const isFree = order.amount === 0
  const method = order.payment?.method
  const isByTerminal = method === 'cardTerminal'
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
    cancel: found.cancelApprovalNumber ?? faultOf(failure, 'cancelApprovalNumber'),
  }
  const form = useFaultFocus(found, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const refund = {
      amount: isFree ? null : (amount ?? Number.NaN),
      reason: String(values.get('reason')).trim(),
      ...(isByTerminal && { cancelApprovalNumber: String(values.get('cancelApprovalNumber')).trim() }),
    }
    const account: TypedAccount | undefined = order.refundNeedsAccount ? typedAccountOf(values) : undefined
    const wrong = {
      ...wrongIn(order, left, refund, readWon(String(values.get('typed')))),
      ...(account && wrongInAccount(account)),
    }
    setFound(wrong)
    const to = account && toRefundAccount(account)
    if (Object.keys(wrong).length === 0) onRefund({ ...refund, ...(to && { account: to }) })
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
      <p className={styles.effect}>
        {isOwed ? labels.owed : isFree ? labels.free : amount === left ? labels.whole : labels.part}
      </p>
      {(method === 'cash' || method === 'bankTransfer') && <p className={styles.effect}>{labels.byHand}</p>}
      {isByTerminal && (
        <Field id={`${id}-cancel`} label={labels.cancelApproval} fault={faults.cancel} hint={labels.cancelApprovalHint}>
          <input
            {...inField(`${id}-cancel`, faults.cancel)}
            name="cancelApprovalNumber"
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
      )}
      {order.refundNeedsAccount && <AccountFields {...{ id, found, failure }} />}
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
function wrongIn(order: OrderDetail, left: number, refund: Refund, typed: number | undefined): Faults {
  const { amount, reason, cancelApprovalNumber } = refund
  const cancel = cancelApprovalNumber !== undefined && { cancelApprovalNumber }
  const input = { orderId: order.id, reason, ...(amount !== null && { amount }), ...cancel }
  const faults: Faults = {}
  for (const { path, ko } of validationDetails(orderOperations.refundOrder.input, input)) {
    if (path === 'amount' || path === 'reason' || path === 'cancelApprovalNumber') faults[path] ??= ko
  }
  if (reason === '') faults.reason = copy.reason.required
  if (amount !== null && Number.isNaN(amount)) faults.amount = copy.form.number
  else if (amount !== null && amount > left) faults.amount = labels.tooMuch(wonOf(left))
  if (faults.amount === undefined && typed !== (amount ?? 0)) faults.typed = labels.type(wonOf(amount ?? 0))
  return faults
}
