import type { Caller } from '@kingcar/bus'
import { contract, type Input, normaliseLineFields, type Terms, type TermsType, termsLimit } from '@kingcar/contract'
import { audit, type Tx, withIdempotency } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { terms, termsVersions } from '../tables.ts'
import { parseContent } from '../validation/content.ts'
import { parseTimestamp } from '../validation/timestamp.ts'
import { emitTermsChanged, fieldsOf, toTerms } from './queries.ts'

const op = contract.catalog.createTerms

/** Creates the next version of a type of terms. It is in force immediately if `effectiveAt` is not in the future. */
export async function createTerms(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  given: Input<typeof op>,
  caller: Caller,
): Promise<Terms> {
  const input = normaliseLineFields(given, 'title')
  const { text: content, imageIds } = parseContent(input.content, termsLimit)
  const effectiveAt = parseTimestamp(input.effectiveAt, 'effectiveAt')
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, given, caller, async (tx) => {
    const version = await nextVersionOf(tx, input.type)
    const [row] = await tx
      .insert(terms)
      .values({ ...input, content, version, effectiveAt })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await setImageReferences(tx, { entity: 'terms', entityId: row.id }, imageIds, () => 'content')
    await emitTermsChanged(tx, row, { removed: false })
    await audit(tx, op, caller, { entity: 'terms', entityId: row.id, before: null, after: fieldsOf(row) })
    return toTerms(row)
  })
}

/**
 * The next version number. Its row stays locked: a concurrent creation waits for this transaction to commit or roll
 * back.
 */
async function nextVersionOf(tx: Tx, type: TermsType): Promise<number> {
  const [row] = await tx
    .insert(termsVersions)
    .values({ type, version: 1 })
    .onConflictDoUpdate({ target: termsVersions.type, set: { version: sql`${termsVersions.version} + 1` } })
    .returning({ version: termsVersions.version })
  if (!row) throw new Error('upsert returned no row')
  return row.version
}
