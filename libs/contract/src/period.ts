const day = /^\d{4}-\d{2}-\d{2}$/
const dayLength = 24 * 60 * 60 * 1000

/** Midnight in Asia/Seoul, which has known no daylight saving since 1988. */
const midnight = (date: string) => new Date(`${date}T00:00:00+09:00`)

/** Where a range begins: the moment itself, or the beginning of the day in Asia/Seoul. */
export function periodStart(from: string): Date {
  return day.test(from) ? midnight(from) : new Date(from)
}

/** Where a range ends, exclusive: the moment itself, or the end of the day in Asia/Seoul. */
export function periodEnd(to: string): Date {
  return day.test(to) ? new Date(midnight(to).getTime() + dayLength) : new Date(to)
}
