import { isIP } from 'node:net'
import { AppError } from '@kingcar/contract'
import type { AddressPolicy } from './address.ts'

const refused = {
  path: 'url',
  ko: '인터넷에서 열리는 https 주소를 입력해 주세요.',
  en: 'Must be an https address of the Internet, with port 443 or one above 1023 and without credentials or a fragment.',
}

/**
 * The lowest allowed port besides 443. Lower ports belong to other protocols, such as SMTP, whose servers a request
 * must not reach.
 */
const firstFreePort = 1_024

/**
 * The address of an endpoint in its normal form. The addresses of a host name can change; each request checks them
 * again.
 * @throws AppError VALIDATION_FAILED
 */
export function endpointUrl(typed: string, addresses: AddressPolicy): string {
  const url = URL.parse(typed)
  const isAccepted =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && addresses.hasExempt)) &&
    url.username + url.password + url.hash === '' &&
    (url.port === '' || Number(url.port) >= firstFreePort) &&
    isReachable(url, addresses)
  if (!isAccepted) throw new AppError('VALIDATION_FAILED', { details: [refused] })
  return url.href
}

/** Whether a URL may be reachable: a host name counts as reachable here, unless it is that of this machine. */
function isReachable(url: URL, addresses: AddressPolicy): boolean {
  const host = hostOf(url)
  if (isIP(host) !== 0) return addresses.permits(host, url.protocol)
  return host.includes('.') || addresses.hasExempt
}

/** The name or address of a URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
