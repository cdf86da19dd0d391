import { createHmac, randomUUID } from 'node:crypto'
import type { Payment } from '../portone-objects.ts'
import { statusOf } from './objects.ts'

/** A webhook of V2, version 2024-04-25. */
export type V2Notice = {
  type: string
  timestamp: string
  data: { storeId: string; paymentId: string; transactionId: string; cancellationId?: string }
}

const types = {
  READY: 'Ready',
  VIRTUAL_ACCOUNT_ISSUED: 'VirtualAccountIssued',
  PAID: 'Paid',
  FAILED: 'Failed',
  PARTIAL_CANCELLED: 'PartialCancelled',
  CANCELLED: 'Cancelled',
} as const

export const noticeOf = (payment: Payment, storeId: string, cancellationId: string | undefined): V2Notice => ({
  type: `Transaction.${types[statusOf(payment)]}`,
  timestamp: new Date().toISOString(),
  data: {
    storeId,
    paymentId: payment.merchant_uid,
    transactionId: payment.imp_uid,
    ...(cancellationId !== undefined && { cancellationId }),
  },
})

/** The headers of the Standard Webhooks specification. @param secret `whsec_` and base64 */
export function signatureHeaders(secret: string, body: string): Record<string, string> {
  const [id, at] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
}
