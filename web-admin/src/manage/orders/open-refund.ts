import type { Refund } from './refund.ts'

/*
 * Refund requests with an unknown outcome, by administrator and order. They are stored in sessionStorage, so that the
 * idempotency key survives leaving the order and reloading the page.
 */

/** A sent refund with its idempotency key. */
export type OpenRefund = Refund & { key: string }

/** Access to the stored refund of an order and an administrator. */
export function openRefundOf(orderId: string, adminId: string) {
  const name = `refund.${adminId}.${orderId}`
  return {
    read: (): OpenRefund | undefined => {
      const stored = sessionStorage.getItem(name)
      return stored === null ? undefined : JSON.parse(stored)
    },
    /** Call before sending. */
    save: (refund: OpenRefund): void => sessionStorage.setItem(name, JSON.stringify(refund)),
    /** Call when the outcome is known. */
    forget: (): void => sessionStorage.removeItem(name),
  }
}
