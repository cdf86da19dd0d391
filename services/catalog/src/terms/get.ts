import type { Versioned } from '@kingcar/bus'
import { AppError, type contract, type Input, type Terms } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toTerms } from './queries.ts'

/** One version of terms. */
export async function getTerms(ctx: Pick<Ctx, 'terms'>, { termsId }: { termsId: string }): Promise<Versioned<Terms>> {
  const row = await ctx.terms.byId(termsId)
  if (!row) throw new AppError('TERMS_NOT_FOUND')
  return { result: toTerms(row), version: row.revision }
}

/** The version of a type that is in force now: one entry, or none. */
export async function listTermsInForce(
  ctx: Pick<Ctx, 'now' | 'terms'>,
  { termsType }: Input<typeof contract.catalog.listTermsInForce>,
): Promise<Terms[]> {
  const rows = await ctx.terms.inForce.execute({ type: termsType, now: ctx.now().toISOString() })
  return rows.map(toTerms)
}
