import { AppError } from '@kingcar/contract'

/** Searches of one administrator in a minute: a search after each pause in typing. The provider's own limit is one for all. */
const maxPerMinute = 60
const minute = 60_000
/** Administrators that are counted; beyond it the one whose minute began first is dropped. */
const maxAdmins = 1_000

/** Counts a search of an administrator. @throws AppError RATE_LIMITED */
export type SearchLimit = (adminId: string) => void

/** @param now milliseconds of a monotonic clock */
export function createSearchLimit(now: () => number = () => performance.now()): SearchLimit {
  const windows = new Map<string, { since: number; count: number }>()
  return (adminId) => {
    let window = windows.get(adminId)
    if (window === undefined || now() - window.since >= minute) {
      window = { since: now(), count: 0 }
      windows.delete(adminId)
      windows.set(adminId, window)
    }
    window.count += 1
    for (const id of windows.keys()) {
      if (windows.size <= maxAdmins) break
      windows.delete(id)
    }
    if (window.count > maxPerMinute)
      throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((window.since + minute - now()) / 1_000) })
  }
}
