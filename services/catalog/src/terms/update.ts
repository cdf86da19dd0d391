import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, normaliseLineFields, type Terms, termsLimit } from '@kingcar/contract'
import { audit, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { terms } from '../tables.ts'
import { parseContent } from '../validation/content.ts'
import { parseTimestamp } from '../validation/timestamp.ts'
import { lockScheduledTerms } from './lock-scheduled.ts'
import { emitTermsChanged, toTerms, toVersion } from './queries.ts'

const op = contract.catalog.updateTerms

const otherType = {
  path: 'type',
  ko: '약관 종류는 바꿀 수 없어요. 그 종류의 약관을 새로 만들어 주세요.',
  en: 'Cannot be changed, because each type numbers its own versions; create new terms of that type.',
}

/** Updates terms that are not in force yet, except for their type. An `effectiveAt` in the past puts them in force. */
export async function updateTerms(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { termsId, effectiveAt, content, ...texts }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Terms>> {
  const effectiveTime = effectiveAt === undefined ? undefined : parseTimestamp(effectiveAt, 'effectiveAt')
  const parsed = content === undefined ? undefined : parseContent(content, termsLimit)
  const patch = { ...normaliseLineFields(texts, 'title'), effectiveAt: effectiveTime, content: parsed?.text }
  return ctx.db.transaction(async (tx) => {
    const found = await lockScheduledTerms(ctx, tx, termsId, caller.ifMatch)
    const changed = difference(found, patch)
    if (!changed) return { result: toTerms(found), version: found.revision }
    if (changed.after.type) throw new AppError('VALIDATION_FAILED', { details: [otherType] })

    const { version: revision, fieldVersions } = nextVersion(toVersion(found), Object.keys(changed.after))
    const change = { ...changed.after, revision, fieldVersions, updatedAt: ctx.now() }
    const row = { ...found, ...change }
    await tx.update(terms).set(change).where(eq(terms.id, found.id))
    if (parsed) await setImageReferences(tx, { entity: 'terms', entityId: found.id }, parsed.imageIds, () => 'content')
    await emitTermsChanged(tx, row, { removed: false })
    await audit(tx, op, caller, { entity: 'terms', entityId: found.id, ...changed })
    return { result: toTerms(row), version: revision }
  })
}
