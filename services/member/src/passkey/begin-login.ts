import type { Caller } from '@kingcar/bus'
import { type contract, type Input, type PasskeyLoginOptions, passkeyMinutes } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { newChallenge } from './challenges.ts'
import { consoleSite } from './console-site.ts'

/**
 * Begins a sign-in with a passkey that the user chooses in the browser.
 * @throws AppError PASSKEYS_UNAVAILABLE or RATE_LIMITED
 */
export async function beginPasskeyLogin(
  { consoleUrl, db, hmac, now }: Pick<Ctx, 'consoleUrl' | 'db' | 'hmac' | 'now'>,
  _input: Input<typeof contract.member.beginPasskeyLogin>,
  { address }: Caller,
): Promise<PasskeyLoginOptions> {
  const { rpId } = consoleSite(consoleUrl)
  // As for social tokens, the address is used as the account: otherwise all sign-ins would wait for one lock.
  const key = attemptKey(hmac, 'passkey', `address ${address}`, address)
  await throwIfAlreadyLimited(db.read, key)
  const { wait, challenge } = await db.transaction(async (tx) => {
    const wait = await recordAttempt(tx, key, false)
    return { wait, challenge: wait > 0 ? '' : await newChallenge(tx, null, now()) }
  })
  throwIfLimited(wait)
  return { challenge, rpId, userVerification: 'required', timeout: passkeyMinutes * 60_000 }
}
