import type { Me } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import { agreements, type TermsRow } from '../tables.ts'
import { missingTerms } from './agreement.ts'
import { termsInForce } from './terms-in-force.ts'

/** A member's active agreements, in the order in which they were given, and the required terms in force without one. */
export async function describeAgreements(
  read: Reader | Tx,
  memberId: string,
  now: Date,
): Promise<Pick<Me, 'agreements' | 'termsToAgree'>> {
  const [active, inForce] = await Promise.all([
    read
      .select()
      .from(agreements)
      .where(and(eq(agreements.memberId, memberId), isNull(agreements.withdrawnAt)))
      .orderBy(agreements.agreedAt, agreements.id),
    termsInForce(read, now),
  ])
  const missing = missingTerms(
    inForce,
    active.map(({ termsId }) => termsId),
  )
  return {
    agreements: active.map(({ termsId, type, version, title, required, agreedAt, channel }) => ({
      termsId,
      type,
      version,
      title,
      required,
      agreedAt: agreedAt.toISOString(),
      channel,
    })),
    termsToAgree: missing.map(({ id, type, version, title, required }) => ({ id, type, version, title, required })),
  }
}

/**
 * Stores agreements with their version, time and channel. An active agreement stays as it is.
 * @returns how many are new
 */
export async function storeAgreements(
  tx: Tx,
  memberId: string,
  agreed: readonly TermsRow[],
  channel: 'join' | 'me',
  agreedAt: Date,
): Promise<number> {
  if (agreed.length === 0) return 0
  const stored = await tx
    .insert(agreements)
    .values(
      agreed.map(({ id, type, version, title, required }) => ({
        memberId,
        termsId: id,
        type,
        version,
        title,
        required,
        channel,
        agreedAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: agreements.id })
  return stored.length
}

/** The agreement to these terms that was not withdrawn. */
export async function findActiveAgreement(
  tx: Tx,
  memberId: string,
  termsId: string,
): Promise<{ id: string; required: boolean } | undefined> {
  const [row] = await tx
    .select({ id: agreements.id, required: agreements.required })
    .from(agreements)
    .where(and(eq(agreements.memberId, memberId), eq(agreements.termsId, termsId), isNull(agreements.withdrawnAt)))
  return row
}

export async function markWithdrawn(tx: Tx, id: string, withdrawnAt: Date): Promise<void> {
  await tx.update(agreements).set({ withdrawnAt }).where(eq(agreements.id, id))
}
