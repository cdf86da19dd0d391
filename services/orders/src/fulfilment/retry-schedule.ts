/** Days after the end of a period on which a renewal that failed is charged again; after the last the product ends. */
const retryDays = [1, 3, 5]
const day = 24 * 3_600_000

/**
 * When a renewal that failed at `now` is charged again; null: no more. A try in between, such as with a new card, costs none;
 * one that was late, because this service was away, takes none away.
 * @param attempt of this period, from 1
 */
export function nextRetry(dueAt: Date, attempt: number, now: Date): Date | null {
  const at = retryDays.map((days) => new Date(dueAt.getTime() + days * day)).find((retry) => retry > now)
  if (at) return at
  return attempt <= retryDays.length ? new Date(now.getTime() + day) : null
}
