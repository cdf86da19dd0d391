import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 seconds. */
const issuer = 'KingCar'
const secretBytes = 20
/** Steps before and after the present one whose codes are accepted, for clocks that differ. */
const drift = 1

const totpOf = (secret: string, label = issuer) => new TOTP({ issuer, label, secret: Secret.fromBase32(secret) })

/** A new secret of an authenticator app, base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The URI that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The time step whose code was typed: the present one, the one before or the one after.
 * @returns undefined for any other text
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: drift }) : null
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
