import type { DeliveredEvent } from '@kingcar/bus'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { describeVisits } from '../visit/describe.ts'

/**
 * Sends visits that a call changed, as they stand. Our own event, since nobody repeats a call whose process died after
 * its commit: this one comes again until they are stored in VISITS.
 */
export async function onVisitsChanged(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  event: DeliveredEvent<'recognition.visitsChanged'>,
): Promise<void> {
  const described = await ctx.db.transaction((tx) => describeVisits(tx, event.payload.visitIds))
  await fault('recognition.sendingAgain')
  ctx.metrics.visits.inc(await ctx.publishVisits(described))
}
