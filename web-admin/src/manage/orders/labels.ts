import type { OrderPayment } from '@kingcar/contract'
import { text } from './copy.ts'

/** The text for a name; an unknown name of a newer server is returned unchanged. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string): string => labels[name] ?? name

/** Text of a ledger entry's cause. */
export const causeLabel = (cause: string): string => labelIn(text.causes, cause)
/** The method of a payment with the name of its card or wallet; null until the provider has reported it. */
export function methodLabel(payment: OrderPayment | null): string | null {
  if (payment?.method === undefined) return null
  return [labelIn(text.methods, payment.method), payment.easyPay, payment.cardName].filter(Boolean).join(' · ')
}
/** Text of a payment's failure reason; the provider's own text is unchanged. */
export const failReasonLabel = (reason: string): string => labelIn(text.failReasons, reason)
/** The last eight characters of an id, to distinguish orders; a UUIDv7 begins with its time. */
export const shortId = (id: string): string => id.slice(-8)
