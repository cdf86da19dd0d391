/**
 * Unix milliseconds from a monotonic clock: the start of the process plus the time since then. For deadlines and ages.
 * Times for people and other systems come from `Date`.
 */
export const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now())
