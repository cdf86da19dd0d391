import { refundOrder } from '@kingcar/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { currentAdminId } from '../api/current-admin-id.ts'
import { randomKey } from '../api/use-idempotency-key.ts'
import { type OpenRefund, openRefundOf } from './open-refund.ts'
import { isUnsure, type Refund } from './refund.ts'

/** Milliseconds after which no answer comes any more: the service waits for the provider for half of them. */
const patience = 30_000

const shown = ['getOrder', 'listOrders', 'listUserProducts', 'auditLogs']

/**
 * Refunds of one order. One of which nobody knows what became is kept, and sent again as the same request, by which the
 * service knows it; whatever was answered ends it, and the next one is another request, whatever it asks for.
 */
export function useRefund(orderId: string) {
  const client = useQueryClient()
  // Whose it is stays, also where its call finds that their session has ended.
  const [kept] = useState(() => openRefundOf(orderId, currentAdminId() ?? ''))
  const [unsure, setUnsure] = useState<OpenRefund | undefined>(kept.read)
  const refresh = () => Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [name] })))

  const send = async (refund: Refund): Promise<void> => {
    const asked = unsure ?? { ...refund, key: randomKey() }
    const { amount, reason, key } = asked
    kept.keep(asked)
    let open = false
    try {
      const input = { orderId, reason, ...(amount !== null && { amount }) }
      await call(refundOrder, input, { idempotencyKey: key, timeout: patience })
    } catch (cause) {
      open = isUnsure(cause, unsure !== undefined)
      throw cause
    } finally {
      if (!open) kept.forget()
      setUnsure(open ? asked : undefined)
      await refresh()
    }
  }
  return { unsure, send }
}
