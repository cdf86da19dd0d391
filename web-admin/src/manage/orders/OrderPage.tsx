import { getOrder } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { entityQuery } from '../api/queries.ts'
import { IfMay, useOwnsStore } from '../api/rights.tsx'
import { useAction } from '../api/use-action.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { EntityPage } from '../form/EntityPage.tsx'
import { copy } from '../text/copy.ts'
import { wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { OrderFacts, OwedFacts, PaymentFacts } from './OrderFacts.tsx'
import { OrderStatePill } from './OrderStatePill.tsx'
import styles from './orders.module.css'
import { refundableOf } from './refund.ts'
import { Timeline } from './Timeline.tsx'
import { useRefund } from './use-refund.ts'

const load = async () => (await import('./RefundDialog.tsx')).RefundDialog

/** After a full refund, until its dialog has closed. */
const nothing = { left: 0, isOwed: false }

/** One order: payment, timeline, and the refund. */
export function OrderPage() {
  const { id } = useParams({ from: '/manage/orders/$id' })
  const query = useQuery(entityQuery(getOrder, { orderId: id }))
  const { unsure, send } = useRefund(id)
  const { Dialog: RefundDialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const order = query.data?.result
  const ownsStore = useOwnsStore()
  const why = order && (refundableOf(order) ? undefined : text.notRefundable[order.state])
  /** Reloads the order before the dialog opens, so that the refundable amount is current. */
  const reload = useAction(async () => {
    const { data } = await query.refetch({ throwOnError: true })
    if (data && refundableOf(data.result)) show()
  })
  return (
    <EntityPage
      title={order?.productName ?? text.one}
      lead={order && <OrderStatePill state={order.state} />}
      list={{ to: '/manage/orders', label: text.title }}
      query={query}
      actions={
        order !== undefined &&
        ownsStore(order.storeId ?? null) && (
          <IfMay op="refundOrder">
            <RefundButton why={why} busy={reload.busy} onOpen={reload.act} />
          </IfMay>
        )
      }
    >
      {({ result }) => (
        <>
          {reload.failure !== null && <Failure title={copy.form.loadFailed} cause={reload.failure} />}
          {unsure !== undefined && (
            <div className={styles.unsure} role="status">
              <p>{text.refund.unsure(wonOf(unsure.amount ?? 0))}</p>
              <Button onClick={show}>{text.refund.again}</Button>
            </div>
          )}
          <div className={styles.columns}>
            <div className={styles.stack}>
              <OrderFacts order={result} />
              <PaymentFacts order={result} />
              <OwedFacts order={result} />
            </div>
            <div className={styles.stack}>
              <Timeline order={result} />
              <ChangeHistory entityId={id} />
            </div>
          </div>
          {RefundDialog !== null && (
            <RefundDialog
              order={result}
              refundable={refundableOf(result) ?? nothing}
              unsure={unsure}
              send={send}
              onClose={hide}
            />
          )}
        </>
      )}
    </EntityPage>
  )
}

/** The refund button. If the order cannot be refunded it stays focusable and shows the reason. */
function RefundButton({ why, busy, onOpen }: { why: string | undefined; busy: boolean; onOpen: () => void }) {
  return (
    <>
      {why !== undefined && (
        <span id="why-not" className={styles.why}>
          {why}
        </span>
      )}
      <Button
        tone="danger"
        busy={busy}
        aria-disabled={why !== undefined || undefined}
        aria-describedby={why === undefined ? undefined : 'why-not'}
        onClick={() => why === undefined && onOpen()}
      >
        {text.refund.open}
      </Button>
    </>
  )
}
