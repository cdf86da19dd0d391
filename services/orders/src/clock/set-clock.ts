import { AppError, contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'

const op = contract.orders.moveClock
type ClockTime = Result<typeof op>

const backwards = { path: 'aheadSeconds', ko: '시간은 되돌릴 수 없어요.', en: 'The clock cannot be moved back.' }

/** The time of orders and subscriptions. @throws AppError NOT_FOUND if the clock cannot be moved */
export async function getClock({ clock, now }: Pick<Ctx, 'clock' | 'now'>): Promise<ClockTime> {
  if (!clock) throw new AppError('NOT_FOUND')
  await clock.refresh()
  return describe(now())
}

/** Moves the time of orders and subscriptions ahead and starts the jobs whose work is due then. */
export async function moveClock(
  ctx: Pick<Ctx, 'clock' | 'db' | 'now' | 'workers'>,
  { aheadSeconds }: Input<typeof op>,
): Promise<ClockTime> {
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
