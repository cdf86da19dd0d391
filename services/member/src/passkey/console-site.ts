import { isIP } from 'node:net'
import { AppError } from '@kingcar/contract'
import { isLoopback } from '../rate-limit/network.ts'

/**
 * The site at which administrators' passkeys work: the origin of the console, and the domain to which the passkeys
 * belong.
 */
export type ConsoleSite = { origin: string; rpId: string }

/**
 * Origin and relying-party id of the console's URL. Browsers refuse passkeys for IP addresses, so a loopback address
 * becomes `localhost`.
 * @throws AppError PASSKEYS_UNAVAILABLE without a console URL, or with an IP address
 */
export function consoleSite(consoleUrl: string | undefined): ConsoleSite {
  if (consoleUrl === undefined) throw new AppError('PASSKEYS_UNAVAILABLE')
  const url = new URL(consoleUrl)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) && isLoopback(host)) url.hostname = 'localhost'
  else if (isIP(host)) throw new AppError('PASSKEYS_UNAVAILABLE')
  return { origin: url.origin, rpId: url.hostname }
}
