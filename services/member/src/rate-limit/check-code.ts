import type { Ctx } from '../context.ts'
import { equalInConstantTime } from '../crypto/hmac.ts'
import { type AttemptKey, attemptKey, recordAttempt, throwIfLimited } from './failed-attempts.ts'

/**
 * Compares a typed code with a configured one in constant time, and counts the attempt for its network.
 * @param configured undefined: every code is wrong
 * @throws AppError RATE_LIMITED
 */
export async function checkCode(
  { db, hmac }: Pick<Ctx, 'db' | 'hmac'>,
  purpose: AttemptKey['purpose'],
  typed: string,
  configured: string | undefined,
  { address }: { address?: string },
): Promise<boolean> {
  const right = configured !== undefined && equalInConstantTime(hmac, typed, configured)
  const key = attemptKey(hmac, purpose, `${purpose} code`, address)
  throwIfLimited(await db.transaction((tx) => recordAttempt(tx, key, right)))
  return right
}
