import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import type { TermsRow } from '../tables.ts'
import { missingTerms } from './agreement.ts'
import { findTermsInForce } from './terms-in-force.ts'

const notInForce = {
  path: 'agreedTermsIds',
  ko: '지금 시행 중인 약관이 아니에요.',
  en: 'Contains terms that are not in force.',
}

/**
 * Returns the terms that a joining member agrees to.
 * @throws AppError TERMS_NOT_AGREED if required terms are missing, VALIDATION_FAILED if a version is not in force
 */
export async function checkRequiredTerms(ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]): Promise<TermsRow[]> {
  const { inForce, named } = await findTermsInForce(ctx, ids)
  const missing = missingTerms(
    inForce,
    named.map(({ id }) => id),
  )
  if (missing.length > 0) throw new AppError('TERMS_NOT_AGREED')
  if (named.length < ids.length) throw new AppError('VALIDATION_FAILED', { details: [notInForce] })
  return named
}
