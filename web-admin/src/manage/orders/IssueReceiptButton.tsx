import { canOrder, type OrderDetail } from '@kingcar/contract'
import { IfMay, useOwnsStore } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

const load = async () => (await import('./IssueReceiptDialog.tsx')).IssueReceiptDialog

/** Whether a sale at a counter can have a receipt, and has none or a refused one. */
function isWithoutReceipt({ state, storeId, amount, refundedAmount, payment, cashReceipt }: OrderDetail): boolean {
  if (storeId == null || !canOrder('refund', state) || amount === refundedAmount) return false
  const isByHand = payment?.method === 'cash' || payment?.method === 'bankTransfer'
  return isByHand && (cashReceipt == null || cashReceipt.state === 'refused')
}

/** Requests the cash receipt of a sale at the caller's own counter. */
export function IssueReceiptButton({ order }: { order: OrderDetail }) {
  const { Dialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const ownsStore = useOwnsStore()
  if (!isWithoutReceipt(order) || !ownsStore(order.storeId)) return null
  return (
    <IfMay op="issueCashReceipt">
      <Button onClick={show}>{text.issueReceipt.open}</Button>
      {Dialog !== null && <Dialog order={order} onClose={hide} />}
    </IfMay>
  )
}
