import type { DunningReason } from '@kingcar/contract'
import type { StoredDunning } from '../tables.ts'

/*
 * Dunning: when an unpaid renewal is charged again, whether the product stays usable until then, and when it ends. All times
 * are those of the service's clock.
 */

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Days after the end of a period on which a failed renewal is charged again; after the last failure the product is
 * complete.
 */
const retryDays = [1, 3, 5]
/** The first charge, and its retries. */
const scheduledCharges = retryDays.length + 1
/** Milliseconds for which a product stays usable while no charge reaches the card's issuer. */
const usableForMs = day
/** A charge that failed because the bank was unavailable is retried at least this often, for a day. */
const shortRetryMs = { min: 15 * minute, max: 60 * minute }

export type FailedCharge = {
  /** The end of the period. */
  dueAt: Date
  /** When the next scheduled charge is due; an earlier charge was started by the member. */
  scheduledAt: Date
  /** When the charge began, and when it failed. */
  begunAt: Date
  at: Date
  reason: DunningReason
  /** Whether the product could be used until now. */
  isUsable: boolean
}

export type NextRetry = { dunning: StoredDunning; isUsable: boolean; nextTryAt: Date }

/**
 * The state after a failed charge of a renewal; null if the product ends. A charge that the member started does not
 * change the schedule. If charges are late because the service was down, the remaining ones follow daily.
 * @param before undefined for the first failed charge of the period
 */
export function afterFailedCharge(before: StoredDunning | undefined, failed: FailedCharge): NextRetry | null {
  const { at, dueAt, reason, scheduledAt } = failed
  const { since, scheduledTries, otherTries } = before ?? {
    since: at.toISOString(),
    scheduledTries: 0,
    otherTries: 0,
  }
  const isTemporary = reason === 'bankUnavailable'
  const began = new Date(since)
  const isUsable = failed.isUsable && isTemporary && isUsableUnpaid(since, at)
  const next = (tries: Partial<StoredDunning>, nextTryAt: Date): NextRetry => ({
    dunning: Object.assign({ since, reason, scheduledTries, otherTries }, tries),
    isUsable,
    nextTryAt,
  })
  if (failed.begunAt < scheduledAt) return next(isTemporary ? {} : { otherTries: otherTries + 1 }, scheduledAt)
  const soon = isTemporary && nextShortRetry(dueAt, began, at)
  if (soon) return next({}, soon)
  const tries = { scheduledTries: scheduledTries + 1 }
  const planned = retryDays.map((days) => new Date(dueAt.getTime() + days * day)).find((retry) => retry > at)
  if (planned) return next(tries, planned)
  return tries.scheduledTries < scheduledCharges ? next(tries, new Date(at.getTime() + day)) : null
}

/** Whether a product whose renewal is unpaid only for a temporary reason is still usable. */
export const isUsableUnpaid = (since: string, now: Date): boolean => now.getTime() < Date.parse(since) + usableForMs

/** Time of the next retry; undefined after the scheduled charge has been retried for a day. */
function nextShortRetry(dueAt: Date, began: Date, at: Date): Date | undefined {
  const planned = [0, ...retryDays].map((days) => dueAt.getTime() + days * day).findLast((time) => time <= at.getTime())
  const until = Math.max(planned ?? 0, began.getTime()) + day
  if (at.getTime() >= until) return undefined
  const delay = Math.min(Math.max(at.getTime() - began.getTime(), shortRetryMs.min), shortRetryMs.max)
  return new Date(Math.min(at.getTime() + delay, until))
}
