import type { Ctx } from './context.ts'
import { sweepDeadLetters } from './dead-letter/sweep.ts'
import { sumUpReads } from './device/sum-up.ts'
import { keepReadPartitions } from './read/partitions.ts'

const everyMs = 60_000

/** Does now and from time to time what bounds the tables: months of reads come and go, and so do dead letters and counts. */
export function startSweeping(ctx: Pick<Ctx, 'db' | 'log'>): AsyncDisposable {
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (err) {
      ctx.log.warn({ err, what }, 'sweep failed; tried again later')
    }
  }
  const sweep = async () => {
    await attempt('reads', () => keepReadPartitions(ctx.db))
    await attempt('dead letters', () => sweepDeadLetters(ctx))
    await attempt('reads of devices', () => sumUpReads(ctx.db))
  }
  let running = sweep()
  const timer = setInterval(() => {
    running = sweep()
  }, everyMs).unref()
  return {
    [Symbol.asyncDispose]: () => {
      clearInterval(timer)
      return running
    },
  }
}
