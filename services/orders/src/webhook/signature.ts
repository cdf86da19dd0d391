import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedBody } from '@kingcar/bus'

/**
 * Seconds by which the clocks may differ, as the Standard Webhooks specification recommends: a copied request is
 * rejected after that.
 */
const tolerance = 300
/** A sender sends one signature for each of its secrets, and has few secrets. */
const mostSignatures = 8

/**
 * Whether a body was signed with one of the secrets, as the Standard Webhooks specification says. Compares in constant
 * time.
 * @param secrets `whsec_` and base64; several during a rotation
 * @param now milliseconds of the real clock
 */
export function isSigned(secrets: readonly string[], signed: SignedBody | undefined, now: number): boolean {
  if (!signed?.id || !/^\d{1,12}$/.test(signed.timestamp)) return false
  const { id, timestamp, signature, body } = signed
  if (Math.abs(now / 1_000 - Number(timestamp)) > tolerance) return false
  const given = signature
    .split(' ', mostSignatures)
    .map((each) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each)?.[1])
    .filter((each) => each !== undefined)
    .map((each) => Buffer.from(each, 'base64'))
  return secrets.some((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const own = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    return given.some((each) => each.length === own.length && timingSafeEqual(each, own))
  })
}
