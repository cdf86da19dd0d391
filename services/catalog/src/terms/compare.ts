import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { diffByLine } from './line-diff.ts'

type Op = typeof contract.catalog.compareTerms

const otherType = {
  path: 'with',
  ko: '같은 종류의 약관끼리만 비교할 수 있어요.',
  en: 'Must be a version of the same type of terms.',
}

/** The line diff from another version to this one. */
export async function compareTerms(ctx: Pick<Ctx, 'terms'>, input: Input<Op>): Promise<Result<Op>> {
  const [before, after] = await Promise.all([ctx.terms.byId(input.with), ctx.terms.byId(input.termsId)])
  if (!before || !after) throw new AppError('TERMS_NOT_FOUND')
  if (before.type !== after.type) throw new AppError('VALIDATION_FAILED', { details: [otherType] })
  return { changes: diffByLine(before.content, after.content) }
}
