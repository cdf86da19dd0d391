import { AppError, type Me } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { agreements, type TermsRow } from '../tables.ts'
import { missingTerms } from './agreement.ts'
import { findTermsInForce, termsInForce } from './terms-in-force.ts'

/** What a member agreed to and did not withdraw, in that order, and the required terms in force that are missing. */
export async function describeAgreements(
  read: Reader | Tx,
  memberId: string,
  now: Date,
): Promise<Pick<Me, 'agreements' | 'termsToAgree'>> {
  const [standing, inForce] = await Promise.all([
    read
      .select()
      .from(agreements)
      .where(and(eq(agreements.memberId, memberId), isNull(agreements.withdrawnAt)))
      .orderBy(agreements.agreedAt, agreements.id),
    termsInForce(read, now),
  ])
  const missing = missingTerms(
    inForce,
    standing.map(({ termsId }) => termsId),
  )
  return {
    agreements: standing.map(({ termsId, type, version, title, required, agreedAt, channel }) => ({
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

const notInForce = {
  path: 'agreedTermsIds',
  ko: '지금 시행 중인 약관이 아니에요.',
  en: 'Contains terms that are not in force.',
}

/**
 * The terms that somebody who joins agrees to.
 * @throws AppError TERMS_NOT_AGREED where a required one is missing, VALIDATION_FAILED where one is not in force
 */
export async function checkRequiredTerms(ctx: Ctx, ids: readonly string[]): Promise<TermsRow[]> {
  const { inForce, named } = await findTermsInForce(ctx, ids)
  const missing = missingTerms(
    inForce,
    named.map(({ id }) => id),
  )
  if (missing.length > 0) throw new AppError('TERMS_NOT_AGREED')
  if (named.length < ids.length) throw new AppError('VALIDATION_FAILED', { details: [notInForce] })
  return named
}

/** Stores agreements with their version, time and channel; one that stands already stays as it is. */
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
