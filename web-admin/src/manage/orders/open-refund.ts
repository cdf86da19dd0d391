import { idempotencyKeyHours } from '@kingcar/contract'
import { session } from '../../api/api.ts'
import type { Refund } from './refund.ts'

/*
 * Refund requests with an unknown outcome, by administrator and order. They are stored in sessionStorage, so that the
 * idempotency key survives leaving the order and reloading the page. The member's account is not stored: it has to be typed
 * again, because the service accepts the same key for the same input only.
 */

/**
 * A refund with its idempotency key and the time when it was first sent, in milliseconds. If it was sent `withAccount`,
 * `account` is missing after it was stored.
 */
export type OpenRefund = Refund & { key: string; withAccount: boolean; sentAt: number }

/** Milliseconds for which a refund may be sent again: an hour less than the service keeps its key. */
const repeatableMs = (idempotencyKeyHours - 1) * 3_600_000

/**
 * Whether the service may have forgotten the key, so that a repetition would refund again. True without `sentAt`. By the server's
 * time as of the last renewal of the token: if this machine's clock is set after that, both differ until the next renewal.
 */
export const isExpired = ({ sentAt }: OpenRefund): boolean => !(session.serverNow() <= sentAt + repeatableMs)

/** Access to the stored refund of an order and an administrator. */
export function openRefundOf(orderId: string, adminId: string) {
  const name = `refund.${adminId}.${orderId}`
  return {
    read: (): OpenRefund | undefined => {
      const stored = sessionStorage.getItem(name)
      const refund: OpenRefund | undefined = stored === null ? undefined : JSON.parse(stored)
      return refund && isExpired(refund) ? undefined : refund
    },
    /** Call before sending. */
    save: ({ account: _, ...refund }: OpenRefund): void => sessionStorage.setItem(name, JSON.stringify(refund)),
    /** Call when the outcome is known. */
    forget: (): void => sessionStorage.removeItem(name),
  }
}
