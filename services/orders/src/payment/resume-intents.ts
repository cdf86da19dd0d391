import type { Ctx } from '../context.ts'
import { claimDueIntents } from '../intent/queries.ts'
import { type ExecuteContext, resumeIntent } from './execute-intent.ts'

/** Intents that one process handles in parallel. */
const batchSize = 8

/** Finishes intents whose request has crashed or given up, and those left to this job. Processes share the work by leases. */
export async function resumeIntents(ctx: ExecuteContext & Pick<Ctx, 'workers'>, signal: AbortSignal): Promise<void> {
  for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
    const due = await ctx.db.transaction((tx) => claimDueIntents(tx, batchSize))
    taken = due.length
    const done = await Promise.allSettled(due.map((intent) => resumeIntent(ctx, intent)))
    for (const each of done)
      if (each.status === 'rejected') ctx.log.warn({ err: each.reason }, 'intent recovery failed, retrying')
    if (due.some(({ kind }) => kind === 'charge')) ctx.workers.renewSubscriptions()
  }
}
