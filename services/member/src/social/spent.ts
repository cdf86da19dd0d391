import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { spentTokens } from '../tables.ts'
import type { Identity } from './identity.ts'

/**
 * Spends the ID token that an identity was told by: shown again, it is a copy. An access token is meant to be shown again.
 * @returns false where it was spent before
 */
export async function spendToken(tx: Tx, { idToken }: Identity): Promise<boolean> {
  if (!idToken) return true
  const { hash, expiresAt } = idToken
  const rows = await tx.insert(spentTokens).values({ hash, expiresAt }).onConflictDoNothing().returning()
  return rows.length === 1
}

/** Forgets tokens that have expired by any clock. */
export async function sweepSpentTokens(tx: Tx): Promise<void> {
  await tx.delete(spentTokens).where(sql`${spentTokens.expiresAt} < now() - interval '1 hour'`)
}
