/** In ms. */
const first = 500
const longest = 15_000

/**
 * Delay after so many consecutive failures, in ms: doubles each time, up to 15 s. Up to half of it is jitter, so that the
 * devices of a failed server do not all reconnect at the same time.
 */
export function backOff(failures: number): number {
  const full = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return full * (0.5 + Math.random() / 2)
}
