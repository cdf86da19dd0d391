import { AppError } from '@kingcar/contract'

/** Look-ups at the provider that one member may cause in a minute, each of something that the member names. */
const maxPerMinute = 30
const minute = 60_000
/** Members that are remembered at once; the one seen longest ago goes first. */
const maxMembers = 20_000

/** Counts a look-up of a member. @throws AppError RATE_LIMITED: what the provider allows us is for everybody */
export type LookupLimit = (memberId: string) => void

/** @param now milliseconds of a clock that only goes forward */
export function createLookupLimit(now: () => number = () => performance.now()): LookupLimit {
  const seen = new Map<string, { since: number; count: number }>()
  return (memberId) => {
    const known = seen.get(memberId)
    const window = known && now() - known.since < minute ? known : { since: now(), count: 0 }
    window.count += 1
    seen.delete(memberId)
    seen.set(memberId, window)
    for (const id of seen.keys()) {
      if (seen.size <= maxMembers) break
      seen.delete(id)
    }
    if (window.count <= maxPerMinute) return
    throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((window.since + minute - now()) / 1_000) })
  }
}
