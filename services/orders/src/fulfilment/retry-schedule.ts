/** Days after the end of a period when a failed renewal is charged again; after the last the product is complete. */
const retryDays = [1, 3, 5]
const day = 24 * 3_600_000

/**
 * When a renewal that failed at `now` is charged again; null for never. Additional tries, such as with a new card, leave the
 * schedule as it is. Where tries were late because the service was down, the remaining ones follow daily.
 * @param attempt number of the failed try in this period, from 1
 */
export function nextRetry(dueAt: Date, attempt: number, now: Date): Date | null {
  const at = retryDays.map((days) => new Date(dueAt.getTime() + days * day)).find((retry) => retry > now)
  if (at) return at
  return attempt <= retryDays.length ? new Date(now.getTime() + day) : null
}
