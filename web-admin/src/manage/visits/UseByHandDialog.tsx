import { createUseLog, listUseLogs, listUserProducts } from '@kingcar/client'
import type { UseLogDetail, UserProductSummary, VisitDetail } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField } from '../components/Field.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { useUsableProducts } from './use-visit-uses.ts'

const labels = text.use

type UseByHandDialogProps = {
  visit: VisitDetail
  memberId: string
  uses: readonly UseLogDetail[]
  onClose: () => void
}

/** Uses a product of the visit's member for the visit. The idempotency key prevents a duplicate when the response was lost. */
export function UseByHandDialog({ visit, memberId, uses, onClose }: UseByHandDialogProps) {
  const { usable, error } = useUsableProducts(visit, uses)
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const id = useId()

  const run = async (reason: string, form: FormData) => {
    const fields = { visitId: visit.id, userProductId: String(form.get('userProductId')), reason }
    const { productName } = await call(createUseLog, fields, { idempotencyKey: keyFor(fields) })
    for (const { name } of [listUserProducts, listUseLogs]) void client.invalidateQueries({ queryKey: [name] })
    void client.invalidateQueries({ queryKey: ['auditLogs', visit.id] })
    onClose()
    notify.success(labels.done(productName))
  }

  if (usable?.length === 0) {
    return (
      <Dialog title={labels.title} onClose={onClose}>
        <p>
          {labels.none}{' '}
          <Link to="/manage/userProducts" search={{ memberId }}>
            {text.decision.products}
          </Link>
        </p>
        <DialogActions>
          <Button onClick={onClose}>{copy.actions.close}</Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ReasonDialog title={labels.title} text={labels.text} confirm={labels.confirm} run={run} onClose={onClose}>
      {error !== null && <Failure title={copy.failures.list} cause={error} />}
      <Field id={`${id}-product`} label={labels.product}>
        {/* The judged product is chosen when the products have been loaded. */}
        <select
          {...inField(`${id}-product`, undefined)}
          key={usable?.length}
          name="userProductId"
          defaultValue={visit.judgedProduct?.userProductId}
        >
          {usable?.map((held) => (
            <option key={held.id} value={held.id}>
              {titleOf(held)}
            </option>
          ))}
        </select>
      </Field>
    </ReasonDialog>
  )
}

const titleOf = ({ productName, remainingUses }: UserProductSummary): string =>
  remainingUses === null ? productName : `${productName} (${text.remaining(amount(remainingUses))})`
