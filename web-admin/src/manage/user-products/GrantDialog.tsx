import { grantUserProduct } from '@kingcar/client'
import { type Product, userProductOperations, validationDetails } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { productsQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { SelectField } from '../components/SelectField.tsx'
import { DateTimeInputs } from '../form/DateTimeInputs.tsx'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import { MemberPicker, type Person } from './MemberPicker.tsx'
import styles from './user-products.module.css'

const labels = text.grant

type Fields = { memberId: string; productId: string; startsAt?: string; reason: string }
const names = ['memberId', 'productId', 'startsAt', 'reason'] as const
type Faults = Partial<Record<(typeof names)[number], string>>

type GrantDialogProps = {
  /** The member that the list is filtered by. */
  member: Person | undefined
  onClose: () => void
  /** Refetches the list. */
  onGranted: () => Promise<unknown>
}

/** Grants a member a product without payment. The idempotency key prevents a duplicate when the response was lost. */
export function GrantDialog({ member, onClose, onGranted }: GrantDialogProps) {
  const products = useQuery(productsQuery)
  const keyFor = useIdempotencyKey()
  const id = useId()
  const [chosen, setChosen] = useState(member)
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const [found, setFound] = useState<Faults>({})
  const { busy, failure, act } = useAction(async (fields: Fields) => {
    const { productName, memberName } = await call(grantUserProduct, fields, { idempotencyKey: keyFor(fields) })
    await onGranted()
    onClose()
    notify.success(labels.done(productName, memberName))
  })
  const faultIn = (name: (typeof names)[number]) => found[name] ?? faultOf(failure, name)
  const forms = useFaultFocus<HTMLDivElement>(found, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const fields = {
      memberId: chosen?.id ?? '',
      productId: String(values.get('productId')),
      ...(startsAt !== null && { startsAt }),
      reason: String(values.get('reason')).trim(),
    }
    const wrong = wrongIn(fields)
    setFound(wrong)
    if (Object.keys(wrong).length === 0) act(fields)
  }

  return (
    <Dialog title={labels.title} busy={busy} onClose={onClose}>
      <p>{labels.text}</p>
      <div ref={forms} className={styles.forms}>
        <MemberPicker form={id} chosen={chosen} onChoose={setChosen} fault={faultIn('memberId')} />
        <form id={id} noValidate onSubmit={submit}>
          {/* The choice is kept while the products are loading. */}
          <SelectField
            id={`${id}-product`}
            label={labels.product}
            fault={faultIn('productId')}
            key={products.data?.length}
            name="productId"
            defaultValue=""
            required
            none={products.isPending ? copy.pages.loading : labels.chooseProduct}
            choices={products.data?.map((product) => [product.id, titleOf(product)])}
          />
          {products.error !== null && (
            <Failure title={copy.failures.list} cause={products.error} retry={() => void products.refetch()} />
          )}
          <Field id={`${id}-date`} label={labels.begins} fault={faultIn('startsAt')} hint={labels.beginsHint}>
            <DateTimeInputs
              value={startsAt}
              onChange={setStartsAt}
              date={inField(`${id}-date`, faultIn('startsAt'))}
              timeLabel={`${text.begins} ${copy.form.time}`}
            />
          </Field>
          <Field id={`${id}-reason`} label={copy.reason.label} fault={faultIn('reason')} hint={copy.reason.hint}>
            <textarea {...inField(`${id}-reason`, faultIn('reason'))} name="reason" rows={3} data-prose />
          </Field>
          <FormActions {...{ busy, failure }} confirm={labels.confirm} onClose={onClose} />
        </form>
      </div>
    </Dialog>
  )
}

const titleOf = ({ name, onSale }: Product): string => (onSale ? name : labels.notOnSale(name))

/** Faults by the contract; empty fields get their own messages. */
function wrongIn(fields: Fields): Faults {
  const faults: Faults = {}
  for (const { path, ko } of validationDetails(userProductOperations.grantUserProduct.input, fields)) {
    const name = names.find((each) => each === path)
    if (name !== undefined) faults[name] ??= ko
  }
  if (fields.memberId === '') faults.memberId = labels.memberRequired
  if (fields.productId === '') faults.productId = labels.productRequired
  if (fields.reason === '') faults.reason = copy.reason.required
  return faults
}
