import { refundOrder } from '@kingcar/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api.ts'
import { useIdempotencyKey } from '../use-idempotency-key.ts'
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
  const keyFor = useIdempotencyKey()
  const answered = useRef(0)
  const [unsure, setUnsure] = useState<Refund>()
  const refresh = () => Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [name] })))

  const send = async (refund: Refund): Promise<void> => {
    const { amount, reason } = refund
    const input = { orderId, reason, ...(amount !== null && { amount }) }
    const idempotencyKey = keyFor({ ...input, answered: answered.current })
    let open = false
    try {
      await call(refundOrder, input, { idempotencyKey, timeout: patience })
    } catch (cause) {
      open = isUnsure(cause, unsure !== undefined)
      throw cause
    } finally {
      if (!open) answered.current += 1
      setUnsure(open ? refund : undefined)
      await refresh()
    }
  }
  return { unsure, send }
}
