import { cancelReceipt, getReceipt, issueReceipt } from '../external-receipts.ts'
import type { ExternalReceipt } from '../portone-objects.ts'
import { Refusal } from '../refusal.ts'
import type { Fields } from '../request-fields.ts'
import type { SimulatorState } from '../state.ts'
import { ofGateway, V2Error } from './errors.ts'
import { time } from './objects.ts'
import { numberOf, objectOf, requiredText } from './read.ts'

/** Issues a receipt for the tax office for money that PortOne did not move. @throws V2Error */
export function issueCashReceipt(state: SimulatorState, body: Fields) {
  const paymentId = requiredText(body, 'paymentId')
  const customer = objectOf(body, 'customer')
  const fields = {
    channel_key: requiredText(body, 'channelKey'),
    name: requiredText(body, 'orderName'),
    amount: numberOf(objectOf(body, 'amount'), 'total'),
    identifier: requiredText(customer, 'identityNumber'),
    type: requiredText(body, 'type') === 'CORPORATE' ? 'company' : 'person',
  }
  if (state.ledger.receipts.has(paymentId))
    throw new V2Error('CASH_RECEIPT_ALREADY_ISSUED', 409, '현금영수증이 이미 발급되었습니다.')
  const issued = asGateway(() => issueReceipt(state, paymentId, fields))
  const { apply_num: issueNumber, receipt_url: url, receipt_tid: pgReceiptId } = issued
  return { cashReceipt: { issueNumber, url, pgReceiptId } }
}

/** @throws V2Error */
export const getCashReceipt = (state: SimulatorState, storeId: string, paymentId: string) =>
  receiptOf(found(state, paymentId), storeId)

/** @throws V2Error */
export function cancelCashReceipt(state: SimulatorState, paymentId: string) {
  if (found(state, paymentId).cancelled_at > 0)
    throw new V2Error('CASH_RECEIPT_NOT_ISSUED', 409, '현금영수증이 발급되지 않았습니다.')
  const { amount, cancelled_at } = cancelReceipt(state, paymentId)
  return { cancelledAmount: amount, cancelledAt: time(cancelled_at) }
}

function found(state: SimulatorState, paymentId: string): ExternalReceipt {
  if (!state.ledger.receipts.has(paymentId))
    throw new V2Error('CASH_RECEIPT_NOT_FOUND', 404, '현금영수증이 존재하지 않습니다.')
  return getReceipt(state, paymentId)
}

const receiptOf = (receipt: ExternalReceipt, storeId: string) => ({
  ...{ merchantId: 'merchant-local', storeId, paymentId: receipt.merchant_uid, isManual: true, currency: 'KRW' },
  status: receipt.cancelled_at > 0 ? 'CANCELLED' : 'ISSUED',
  type: receipt.type === 'company' ? 'CORPORATE' : 'PERSONAL',
  ...{ amount: receipt.amount, vatAmount: receipt.vat },
  ...{ issueNumber: receipt.apply_num, url: receipt.receipt_url, pgReceiptId: receipt.receipt_tid },
  issuedAt: time(receipt.applied_at),
  ...(receipt.cancelled_at > 0 && { cancelledAt: time(receipt.cancelled_at) }),
})

function asGateway<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? ofGateway(error.message) : error
  }
}
