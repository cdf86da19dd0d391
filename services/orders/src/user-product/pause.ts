import { startOfPeriod } from '../price/period.ts'
import type { UserProductRow } from '../tables.ts'

/*
 * A pause moves the end of the period, the next charge, and the anchor of the following periods. They are moved by its
 * whole length when it begins; if it is ended early, they are moved back by the rest. So the end of a pause needs no
 * job.
 */

type Paused = Pick<
  UserProductRow,
  'state' | 'startsAt' | 'billingMonths' | 'anchorAt' | 'periodStartsAt' | 'nextBillingAt'
> &
  Pick<UserProductRow, 'pausedMs' | 'pausedUntil'> & { endsAt: Date }

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The start of the current period of a subscription. */
export const currentPeriodStart = (row: Omit<Paused, 'pausedMs' | 'pausedUntil' | 'nextBillingAt' | 'state'>): Date =>
  row.periodStartsAt ?? startOfPeriod(row.anchorAt ?? row.startsAt, row.billingMonths ?? 1, row.endsAt)

/** @param ms length of the pause that begins now */
export function pause(row: Paused, now: Date, ms: number) {
  const periodStartsAt = currentPeriodStart(row)
  return {
    state: 'Unavailable' as const,
    pausedAt: now,
    pausedUntil: later(now, ms),
    ...moved(row, ms),
    periodStartsAt,
  }
}

/** Ends a pause. @returns the changed fields, and the milliseconds of its rest */
export function unpause(row: Paused, now: Date) {
  const rest = Math.max(0, (row.pausedUntil?.getTime() ?? 0) - now.getTime())
  const pausedUntil = rest > 0 ? now : row.pausedUntil
  return { rest, change: { state: 'Available' as const, pausedUntil, ...moved(row, -rest) } }
}

function moved({ endsAt: before, nextBillingAt, pausedMs }: Paused, ms: number) {
  const endsAt = later(before, ms)
  return { endsAt, nextBillingAt: nextBillingAt && endsAt, anchorAt: endsAt, pausedMs: pausedMs + ms }
}
