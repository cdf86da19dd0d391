import { ownId } from '../own-id.ts'
import type { Refund } from './refund.ts'

/*
 * Refunds of which nobody knows what became, by whoever asked for them and by order. They stay in the browser's tab, so that
 * neither leaving the order nor loading it anew forgets the key by which the service knows the request.
 */

/** A refund that was sent, and the key of its request. */
export type OpenRefund = Refund & { key: string }

/** Milliseconds for which the service knows a key for certain: it keeps them for a day. */
const known = 23 * 3_600_000

const nameOf = (orderId: string): string => `refund.${ownId() ?? ''}.${orderId}`

/** The refund of an order that is open; undefined where there is none. */
export function openRefund(orderId: string): OpenRefund | undefined {
  const kept = sessionStorage.getItem(nameOf(orderId))
  if (kept === null) return undefined
  const { sentAt, ...open }: OpenRefund & { sentAt: number } = JSON.parse(kept)
  return Date.now() - sentAt < known ? open : undefined
}

/** Keeps a refund from before it is sent. Sent again it is as old as it was. */
export function keepRefund(orderId: string, refund: OpenRefund): void {
  if (openRefund(orderId)?.key === refund.key) return
  sessionStorage.setItem(nameOf(orderId), JSON.stringify({ ...refund, sentAt: Date.now() }))
}

/** Forgets a refund of which we know what became. */
export const forgetRefund = (orderId: string): void => sessionStorage.removeItem(nameOf(orderId))
