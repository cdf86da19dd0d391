import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { spentTokens } from '../tables.ts'
import type { Identity } from './identity.ts'

/**
 * Spends the ID token that an identity was told by: shown again, it is a copy. An access token is meant to be shown again.
 * @returns false where it was spent before
 */
export async function markIdTokenUsed(tx: Tx, { idToken }: Identity): Promise<boolean> {
  if (!idToken) return true
  const { hashes, expiresAt } = idToken
  const ordered = hashes.toSorted(Buffer.compare) // two at once never wait for each other in a circle
  const values = ordered.map((hash) => ({ hash, expiresAt }))
  const rows = await tx.insert(spentTokens).values(values).onConflictDoNothing().returning()
  return rows.length === hashes.length
}

/** Forgets tokens that have expired by any clock. */
export async function deleteExpiredUsedTokens(tx: Tx): Promise<void> {
  await tx.delete(spentTokens).where(sql`${spentTokens.expiresAt} < now() - interval '1 hour'`)
}
