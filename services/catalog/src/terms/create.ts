import type { Caller } from '@kingcar/bus'
import { contract, type Input, readLines, type Terms, type TermsType, termsLimit } from '@kingcar/contract'
import { auditEntry, emit, type Tx, withIdempotency } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { showImages } from '../image/uses.ts'
import { readContent } from '../markdown/content.ts'
import { parseMoment } from '../moment.ts'
import { terms, termsVersions } from '../tables.ts'
import { emitTermsChanged, fieldsOf, toTerms } from './table.ts'

const op = contract.catalog.createTerms

/** Writes the next version of a type of terms; in force at once where its moment has come. */
export async function createTerms(ctx: Ctx, typed: Input<typeof op>, caller: Caller): Promise<Terms> {
  const input = readLines(typed, 'title')
  const { text: content, imageIds } = readContent(input.content, termsLimit)
  const effectiveAt = parseMoment(input.effectiveAt, 'effectiveAt')
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, typed, caller, async (tx) => {
    const version = await nextVersionOf(tx, input.type)
    const [row] = await tx
      .insert(terms)
      .values({ ...input, content, version, effectiveAt })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await showImages(tx, { entity: 'terms', entityId: row.id }, imageIds, () => 'content')
    await emitTermsChanged(tx, row, { removed: false })
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'terms', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toTerms(row)
  })
}

/** The number after the last that was given, whose row stays locked: who is next waits until it is kept or given back. */
async function nextVersionOf(tx: Tx, type: TermsType): Promise<number> {
  const [row] = await tx
    .insert(termsVersions)
    .values({ type, version: 1 })
    .onConflictDoUpdate({ target: termsVersions.type, set: { version: sql`${termsVersions.version} + 1` } })
    .returning({ version: termsVersions.version })
  if (!row) throw new Error('upsert returned no row')
  return row.version
}
