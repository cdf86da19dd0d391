import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { spentTokens } from '../tables.ts'
import type { Identity } from './identity.ts'

/**
 * Marks the ID token of an identity as used: a second use is a replay. Access tokens may be used again.
 * @returns false if the token was used before
 */
export async function markIdTokenUsed(tx: Tx, { idToken }: Identity): Promise<boolean> {
  if (!idToken) return true
  const { hashes, expiresAt } = idToken
  const ordered = hashes.toSorted(Buffer.compare) // in one order, so that two transactions cannot deadlock
  const values = ordered.map((hash) => ({ hash, expiresAt }))
  const rows = await tx.insert(spentTokens).values(values).onConflictDoNothing().returning()
  return rows.length === hashes.length
}

/** Deletes used tokens an hour after their expiry, when no clock accepts them any more. */
export async function deleteExpiredUsedTokens(tx: Tx): Promise<void> {
  await tx.delete(spentTokens).where(sql`${spentTokens.expiresAt} < now() - interval '1 hour'`)
}
