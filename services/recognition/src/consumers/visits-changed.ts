import type { DeliveredEvent } from '@kingcar/bus'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { describeVisits } from '../visit/describe.ts'

/**
 * Publishes visits that a call changed. The service consumes its own event because a client does not repeat a call
 * whose process crashed after the commit, while the event is redelivered until VISITS has stored the visits.
 */
export async function onVisitsChanged(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'publishVisits'>,
  event: DeliveredEvent<'recognition.visitsChanged'>,
): Promise<void> {
  const described = await ctx.db.transaction((tx) => describeVisits(tx, event.payload.visitIds))
  await fault('recognition.sendingAgain')
  ctx.metrics.visits.inc(await ctx.publishVisits(described))
}
