import { AppError } from '@kingcar/contract'
import { type Bucket, refill, setNewest, steadyNow } from '@kingcar/runtime'

/**
 * Searches of one administrator: one after each pause in typing. The provider's own limit is for the whole
 * installation.
 */
const rate = { burst: 60, perMs: 60 / 60_000 }
/** Largest number of administrators that are counted; above it the one who searched longest ago is dropped. */
const maxAdmins = 1_000

/** Counts a search of an administrator. @throws AppError RATE_LIMITED */
export type SearchLimit = (adminId: string) => void

/** A token bucket of each administrator, in memory. */
export function createSearchLimit(): SearchLimit {
  const buckets = new Map<string, Bucket>()
  return (adminId) => {
    const { tokens, at } = refill(rate, buckets.get(adminId), steadyNow())
    if (tokens < 1) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((1 - tokens) / rate.perMs / 1_000) })
    setNewest(buckets, adminId, { tokens: tokens - 1, at }, maxAdmins)
  }
}
