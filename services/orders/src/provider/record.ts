import type { RefundAccount } from '@kingcar/contract'
import { ProviderRefused } from './provider.ts'

/* Conversions of the provider's records that both clients use. */

/** Clients show the address as a link, so nothing else may be in it. */
export const isWebAddress = (text: string | null | undefined): text is string => /^https?:\/\//.test(text ?? '')

/**
 * The reason of a refusal is stored and displayed: it must repeat neither a name nor the provider's name of a field. Longer numbers
 * are removed from any reason.
 */
export const withoutHolder = (refused: ProviderRefused, account: RefundAccount | null) =>
  account
    ? new ProviderRefused(refused.message.replaceAll(account.holder, '…').replaceAll(/\s*\(refund_\w+\)/g, ''))
    : refused

/** The first and last four digits, whatever the provider masks: `1234-****-****-5678`. */
export function maskNumber(number: string): string {
  const places = number.replaceAll(/[^\d*xX]/g, '')
  const ends = /^(\d{4}).*?(\d{4})$/.exec(places)
  return ends ? `${ends[1]}-****-****-${ends[2]}` : '****'
}
