/** Milliseconds. */
const first = 500
const longest = 15_000

/**
 * How long to wait after so many failures in a row, in ms: twice as long each time, up to 15 s. Spread by half, so that
 * all the devices that lost one server do not come back to it at once.
 */
export function backOff(failures: number): number {
  const full = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return full * (0.5 + Math.random() / 2)
}
