import type { Refund } from './refund.ts'

/*
 * Refunds of which nobody knows what became, by whoever asked for them and by order. They stay in the browser's tab, so that
 * neither leaving the order nor loading it anew forgets the key by which the service knows the request.
 */

/** A refund that was sent, and the key of its request. */
export type OpenRefund = Refund & { key: string }

/** Where the open refund of an order stands, of the administrator who asked for it; undefined where there is none. */
export function openRefundOf(orderId: string, adminId: string) {
  const name = `refund.${adminId}.${orderId}`
  return {
    read: (): OpenRefund | undefined => {
      const kept = sessionStorage.getItem(name)
      return kept === null ? undefined : JSON.parse(kept)
    },
    /** From before it is sent. */
    keep: (refund: OpenRefund): void => sessionStorage.setItem(name, JSON.stringify(refund)),
    /** Once it is known what became of it. */
    forget: (): void => sessionStorage.removeItem(name),
  }
}
