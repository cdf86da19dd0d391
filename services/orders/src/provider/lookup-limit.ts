import { AppError } from '@kingcar/contract'

/** Number of lookups at the provider that one member may cause in a minute, each with an id that the member sends. */
const maxPerMinute = 30
const minute = 60_000
/** Largest number of members that are counted; above it the one seen longest ago is dropped. */
const maxMembers = 20_000

/** Counts a lookup of a member. @throws AppError RATE_LIMITED, since all members share the provider's own limit */
export type LookupLimit = (memberId: string) => void

/** @param now milliseconds of a monotonic clock */
export function createLookupLimit(now: () => number = () => performance.now()): LookupLimit {
  const windows = new Map<string, { since: number; count: number }>()
  return (memberId) => {
    const current = windows.get(memberId)
    const window = current && now() - current.since < minute ? current : { since: now(), count: 0 }
    window.count += 1
    windows.delete(memberId)
    windows.set(memberId, window)
    for (const id of windows.keys()) {
      if (windows.size <= maxMembers) break
      windows.delete(id)
    }
    if (window.count <= maxPerMinute) return
    throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((window.since + minute - now()) / 1_000) })
  }
}
