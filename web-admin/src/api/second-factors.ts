import type { ApiError } from '@kingcar/client'
import type { SecondFactor } from '@kingcar/contract'

const all: readonly SecondFactor[] = ['totp', 'passkey', 'recoveryCode']

/**
 * The factors with which a sign-in can be confirmed, from SECOND_FACTOR_REQUIRED; a service of an earlier version does
 * not send them.
 */
export function factorsOf({ details }: ApiError): readonly SecondFactor[] {
  const named = all.filter((each) => details.some(({ path }) => path === each))
  return named.length > 0 ? named : all
}
