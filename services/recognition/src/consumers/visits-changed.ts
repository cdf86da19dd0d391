import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { decideAgain, sendDecisions } from '../gate/decide.ts'
import { describeVisits } from '../visit/describe.ts'
import { durable } from './durable.ts'

/**
 * Publishes visits that a call changed. The service consumes its own event because a client does not repeat a call
 * whose process crashed after the commit, while the event is redelivered until VISITS has stored the visits.
 */
export async function onVisitsChanged(
  ctx: Pick<Ctx, 'bus' | 'db' | 'devices' | 'metrics' | 'publishVisits' | 'takeEvent'>,
  event: DeliveredEvent<'recognition.visitsChanged'>,
): Promise<void> {
  const { visitIds } = event.payload
  const { decided, described } = await ctx.db.transaction(async (tx) => ({
    decided: await decideAgain(tx, ctx, visitIds, {
      isRepeated: async () => !(await markProcessed(tx, durable, event.id)),
    }),
    described: await describeVisits(tx, visitIds),
  }))
  sendDecisions(ctx, decided)
  await fault('recognition.sendingAgain')
  ctx.metrics.visits.inc(await ctx.publishVisits(described))
}
