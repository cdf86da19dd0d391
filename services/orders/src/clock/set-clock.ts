import { AppError, contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'

const op = contract.orders.moveClock
type Answer = Result<typeof op>

const backwards = { path: 'aheadSeconds', ko: '시간은 되돌릴 수 없어요.', en: 'Must not go back in time.' }

/** What time it is for subscriptions. @throws AppError NOT_FOUND where the clock is the real one */
export async function getClock({ clock, now }: Ctx): Promise<Answer> {
  if (!clock) throw new AppError('NOT_FOUND')
  await clock.refresh()
  return describe(now())
}

/** Moves the time of subscriptions ahead; what is due then is done at once. */
export async function moveClock(ctx: Ctx, { aheadSeconds }: Input<typeof op>): Promise<Answer> {
  const { clock, db, now, workers } = ctx
  if (!clock) throw new AppError('NOT_FOUND')
  await clock.refresh()
  if (aheadSeconds < describe(now()).aheadSeconds) throw new AppError('VALIDATION_FAILED', { details: [backwards] })
  await db.transaction((tx) => clock.move(tx, aheadSeconds))
  await clock.refresh()
  workers.renewSubscriptions()
  workers.reconcileOrders()
  return describe(now())
}

const describe = (now: Date) => ({
  now: now.toISOString(),
  aheadSeconds: Math.round((now.getTime() - Date.now()) / 1_000),
})
