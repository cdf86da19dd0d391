import type { Ctx } from '../context.ts'
import { claimDueIntents } from '../intent/queries.ts'
import { resumeIntent } from './execute-intent.ts'

/** Intents that are looked at beside each other. */
const batchSize = 8

/** Finishes what a request began and could not: it died, or waited long enough. Processes share the work. */
export async function resumeIntents(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
    const due = await ctx.db.transaction((tx) => claimDueIntents(tx, batchSize))
    taken = due.length
    const done = await Promise.allSettled(due.map((intent) => resumeIntent(ctx, intent)))
    for (const each of done)
      if (each.status === 'rejected')
        ctx.log.warn({ err: each.reason }, 'an intent was not settled; it will be looked at again')
    if (due.some(({ kind }) => kind === 'charge')) ctx.workers.renewSubscriptions()
  }
}
