import { AppError, hasTakenEffect } from '@kingcar/contract'
import { assertUnchanged, type Tx } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type TermsRow, terms } from '../tables.ts'
import { notDeleted, toVersion } from './queries.ts'

/**
 * Locks terms that can still be changed, because no member can have agreed to them. Reads the clock after locking: they
 * may take effect while this waits.
 * @throws AppError TERMS_NOT_FOUND, TERMS_IN_FORCE (also for past terms), CHANGED_SINCE
 */
export async function lockScheduledTerms(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  id: string,
  ifMatch: string | undefined,
): Promise<TermsRow> {
  const [found] = await tx
    .select()
    .from(terms)
    .where(and(eq(terms.id, id), notDeleted))
    .for('update')
  if (!found) throw new AppError('TERMS_NOT_FOUND')
  if (hasTakenEffect(found, now())) throw new AppError('TERMS_IN_FORCE')
  assertUnchanged(ifMatch, toVersion(found))
  return found
}
