import { refundOrder } from '@kingcar/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { currentAdminId } from '../api/current-admin-id.ts'
import { randomKey } from '../api/use-idempotency-key.ts'
import { isExpired, type OpenRefund, openRefundOf } from './open-refund.ts'
import { isUnsure, OutdatedRefundError, type Refund } from './refund.ts'

/** Milliseconds until the request times out: twice as long as the service waits for the payment provider. */
const timeout = 30_000

const invalidated = ['getOrder', 'listOrders', 'listUserProducts', 'listOwedReturns', 'auditLogs']

/**
 * Refunds of one order. A refund with an unknown outcome is stored and sent again with the same idempotency key, and
 * with the account that `send` gets if its own was not stored. A response ends it; the next refund is a new request,
 * even with the same input. `send` throws OutdatedRefundError if a repetition could refund again.
 */
export function useRefund(orderId: string) {
  const client = useQueryClient()
  // The admin id is read once: during the call the session may end, and the token disappear.
  const [adminId] = useState(() => currentAdminId() ?? '')
  const [stored] = useState(() => openRefundOf(orderId, adminId))
  const [unsure, setUnsure] = useState<OpenRefund | undefined>(stored.read)
  const refresh = () => Promise.all(invalidated.map((name) => client.invalidateQueries({ queryKey: [name] })))

  const send = async (refund: Refund): Promise<void> => {
    const { account } = refund
    if (unsure !== undefined && (isExpired(unsure) || currentAdminId() !== adminId)) {
      setUnsure(undefined)
      await refresh()
      throw new OutdatedRefundError()
    }
    const request: OpenRefund =
      unsure === undefined
        ? { ...refund, key: randomKey(), withAccount: account !== undefined, sentAt: session.serverNow() }
        : { ...unsure, ...(account && { account }) }
    const { amount, reason, key, cancelApprovalNumber } = request
    stored.save(request)
    let open = false
    try {
      const to = request.account && { refundAccount: request.account }
      const input = {
        orderId,
        reason,
        ...(amount !== null && { amount }),
        ...to,
        ...(cancelApprovalNumber && { cancelApprovalNumber }),
      }
      await call(refundOrder, input, { idempotencyKey: key, timeout })
    } catch (cause) {
      open = isUnsure(cause, unsure !== undefined)
      throw cause
    } finally {
      if (!open) stored.forget()
      setUnsure(open ? request : undefined)
      await refresh()
    }
  }
  return { unsure, send }
}
