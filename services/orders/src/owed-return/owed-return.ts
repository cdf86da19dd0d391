const hour = 3_600_000

/** Milliseconds between two tries to return owed money: hourly for a day, then daily. */
const retryEveryMs = { atFirst: hour, later: 24 * hour }
const atFirstForMs = 24 * hour

/** When the provider is asked again, after a try at `now`, to return money that is owed since `since`. */
export function nextTryAfter(since: Date, now: Date): Date {
  const every = now.getTime() - since.getTime() < atFirstForMs ? retryEveryMs.atFirst : retryEveryMs.later
  return new Date(now.getTime() + every)
}
