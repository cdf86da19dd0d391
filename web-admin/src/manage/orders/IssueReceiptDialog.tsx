import { type CallInput, issueCashReceipt } from '@kingcar/client'
import { type CashReceiptKind, counterSaleOperations, type OrderDetail, validationDetails } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { SelectField } from '../components/SelectField.tsx'
import { text as counterText } from '../counter-sales/copy.ts'
import { wonOf } from '../text/format.ts'
import { text } from './copy.ts'

type Request = CallInput<'orders', 'issueCashReceipt'>

/** Requests the receipt of a sale at a counter, for what is left of its amount. */
export function IssueReceiptDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const id = useId()
  const [kind, setKind] = useState<CashReceiptKind>(order.cashReceipt?.kind ?? 'personal')
  const [found, setFound] = useState<{ identifier?: string }>({})
  const { busy, failure, act } = useAction(async (request: Request) => {
    await call(issueCashReceipt, request, { idempotencyKey: keyFor(request) })
    await Promise.all(
      ['getOrder', 'listOrders', 'auditLogs'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
    onClose()
    notify.success(text.issueReceipt.done)
  })
  const form = useFaultFocus(found, failure)
  const fault = found.identifier ?? faultOf(failure, 'identifier')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const identifier = String(new FormData(event.currentTarget).get('identifier')).trim()
    const request = { orderId: order.id, kind, identifier }
    const wrong =
      identifier === ''
        ? counterText.identifierRequired
        : validationDetails(counterSaleOperations.issueCashReceipt.input, request).find(
            ({ path }) => path === 'identifier',
          )?.ko
    setFound(wrong === undefined ? {} : { identifier: wrong })
    if (wrong === undefined) act(request)
  }
  return (
    <Dialog title={text.issueReceipt.open} busy={busy} onClose={onClose}>
      <p>{text.issueReceipt.lead(wonOf(order.amount - order.refundedAmount))}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <SelectField
          id={`${id}-kind`}
          label={counterText.receipt}
          value={kind}
          onChange={(event) => setKind(event.target.value as CashReceiptKind)}
          choices={counterText.receipts.filter(([value]) => value !== 'none')}
        />
        <Field id={`${id}-identifier`} label={counterText.identifier[kind]} fault={fault}>
          <input
            {...inField(`${id}-identifier`, fault)}
            key={kind}
            name="identifier"
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
        </Field>
        <FormActions {...{ busy, failure, onClose }} confirm={text.issueReceipt.confirm} />
      </form>
    </Dialog>
  )
}
