import type { Caller, Versioned } from '@kingcar/bus'
import { contract } from '@kingcar/contract'
import { audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { terms } from '../tables.ts'
import { lockScheduledTerms } from './lock-scheduled.ts'
import { emitTermsChanged, fieldsOf } from './queries.ts'

const op = contract.catalog.deleteTerms

/** Deletes terms that are not in force yet. The row stays, so that its version number is not used again. */
export async function deleteTerms(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { termsId }: { termsId: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockScheduledTerms(ctx, tx, termsId, caller.ifMatch)
    const revision = found.revision + 1
    await tx.update(terms).set({ deletedAt: ctx.now(), revision }).where(eq(terms.id, found.id))
    await setImageReferences(tx, { entity: 'terms', entityId: found.id }, [])
    await emitTermsChanged(tx, { ...found, revision }, { removed: true })
    const before = fieldsOf(found)
    await audit(tx, op, caller, { entity: 'terms', entityId: found.id, before, after: null })
    return { result: null, version: revision }
  })
}
