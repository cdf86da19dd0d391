import { randomBytes } from 'node:crypto'
import { AppError, passkeyMinutes } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { passkeyChallenges } from '../tables.ts'

/**
 * Makes a challenge.
 * @param adminId the administrator who adds a passkey; null for a sign-in
 */
export async function newChallenge(tx: Tx, adminId: string | null, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + passkeyMinutes * 60_000)
  await tx.insert(passkeyChallenges).values({ challenge, adminId, expiresAt })
  return challenge
}

/**
 * Uses a challenge up, in a transaction of its own: it works once, even if the operation fails later.
 * @throws AppError PASSKEY_CHALLENGE_INVALID for the challenge of another account, which stays usable there, and for an
 * expired one
 */
export async function consumeChallenge(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  challenge: string,
  adminId: string | null,
): Promise<void> {
  const owner = adminId === null ? isNull(passkeyChallenges.adminId) : eq(passkeyChallenges.adminId, adminId)
  const isOwn = and(eq(passkeyChallenges.challenge, challenge), owner)
  const [used] = await db.transaction((tx) => tx.delete(passkeyChallenges).where(isOwn).returning())
  if (!used || used.expiresAt <= now()) throw new AppError('PASSKEY_CHALLENGE_INVALID')
}

export async function deleteExpiredChallenges(tx: Tx): Promise<void> {
  await tx.delete(passkeyChallenges).where(sql`${passkeyChallenges.expiresAt} < now()`)
}
