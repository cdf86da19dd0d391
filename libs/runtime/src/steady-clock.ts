/**
 * Unix milliseconds by a clock that nobody sets: when the process began, and what has gone by since. For deadlines and ages;
 * what a person or another system is told goes by `Date`.
 */
export const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now())
