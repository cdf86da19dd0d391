import type { DeliveredEvent } from '@kingcar/bus'
import { fault } from '@kingcar/runtime'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'
import { describeVisits } from '../visit/describe.ts'

/**
 * Stores which product a visit used, and publishes the visit again. The version makes reordered events harmless. A
 * redelivered event publishes again, because the first attempt may have failed before publishing.
 */
export async function onVisitUsed(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  { payload }: DeliveredEvent<'orders.visitUsed'>,
): Promise<void> {
  const { visitId, productUsed, version } = payload
  const described = await ctx.db.transaction(async (tx) => {
    await tx
      .update(visits)
      .set({
        productName: productUsed?.productName ?? null,
        remainingUses: productUsed?.remainingUses ?? null,
        usedVersion: version,
        revision: sql`${visits.revision} + 1`,
      })
      .where(and(eq(visits.id, visitId), lt(visits.usedVersion, version)))
    return describeVisits(tx, [visitId])
  })
  await fault('recognition.sendingAgain')
  ctx.metrics.visits.inc(await ctx.publishVisits(described))
}
