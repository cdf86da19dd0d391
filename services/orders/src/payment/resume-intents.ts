import type { Ctx } from '../context.ts'
import { takeDue } from '../intent/queries.ts'
import { resume } from './execute-intent.ts'

/** Intents that are looked at beside each other. */
const atOnce = 8

/** Finishes what a request began and could not: it died, or waited long enough. Processes share the work. */
export async function resumeIntents(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (let taken = atOnce; taken === atOnce && !signal.aborted; ) {
    const due = await ctx.db.transaction((tx) => takeDue(tx, atOnce))
    taken = due.length
    const done = await Promise.allSettled(due.map((intent) => resume(ctx, intent)))
    for (const each of done)
      if (each.status === 'rejected')
        ctx.log.warn({ err: each.reason }, 'an intent was not settled; it will be looked at again')
    if (due.some(({ kind }) => kind === 'charge')) ctx.workers.renewals()
  }
}
