import { type Reader, type Tx, waitForProjection } from '@kingcar/db'
import { and, asc, desc, inArray, lte, not } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type TermsRow, terms } from '../tables.ts'

/** The terms in force at a time, at most one version of each type, by the rule of the contract's `inForce`. */
export async function termsInForce(read: Reader | Tx, now: Date): Promise<TermsRow[]> {
  return read
    .selectDistinctOn([terms.type])
    .from(terms)
    .where(and(not(terms.removed), lte(terms.effectiveAt, now)))
    .orderBy(asc(terms.type), desc(terms.effectiveAt), desc(terms.version))
}

/** All terms in force, and those of them that the caller named. */
export type NamedTerms = { inForce: TermsRow[]; named: TermsRow[] }

/**
 * Returns which of the ids (UUIDs in either case, each once or more) are in force now. Waits up to a second for an
 * unknown id, because the event of terms that were just written may still be on its way. Do not call it in a
 * transaction.
 */
export async function findTermsInForce(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  ids: readonly string[],
): Promise<NamedTerms> {
  const wanted = new Set(ids)
  const find = async () => {
    const inForce = await termsInForce(db.read, now())
    return { inForce, named: inForce.filter(({ id }) => wanted.has(id)) }
  }
  const found = await find()
  if (found.named.length === wanted.size) return found
  await waitForProjection(async () => (await db.read.$count(terms, inArray(terms.id, [...wanted]))) === wanted.size)
  return find()
}
