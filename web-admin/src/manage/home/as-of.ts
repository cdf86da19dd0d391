import { age } from '../../ui/age.ts'
import { clockOf, momentOf } from '../text/format.ts'

/** In milliseconds. Figures are loaded every minute, so figures that are older than this are outdated. */
const old = 150_000

/**
 * How old the oldest of the shown figures are: `14:32`, and `11월 21일 14:32 (3분 전)` if they could not be loaded again;
 * undefined while none are loaded.
 */
export function asOfText(loaded: readonly (string | undefined)[], now: number): string | undefined {
  const times = loaded.flatMap((at) => (at === undefined ? [] : [Date.parse(at)]))
  if (times.length === 0) return undefined
  const oldest = Math.min(...times)
  const at = new Date(oldest).toISOString()
  return now - oldest < old ? clockOf(at) : `${momentOf(at)} (${age(now - oldest)})`
}
