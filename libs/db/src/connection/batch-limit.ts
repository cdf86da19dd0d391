import { isTooLarge } from './errors.ts'

/** Runs work with a limit on its size, and repeats it with a lower limit until it ends in time and without a conflict. */
export type BatchLimit = <T>(work: (limit: number) => Promise<T>) => Promise<T>

/**
 * Share of the limit by which it grows after a success: a size that was too large is tried again after about ten
 * batches.
 */
const growth = 1 / 8

/**
 * Returns a limit for batches, at first `maximum`. Work that exceeds its deadline or meets a conflict is repeated with
 * half the limit, down to one; each success raises the limit for the next work. So work slows but does not stop when
 * batches have grown during an outage, or the database is farther away.
 *
 * @param stopping no attempt begins after its abort; its reason is thrown instead
 */
export function createBatchLimit(maximum: number, stopping?: AbortSignal): BatchLimit {
  let limit = maximum
  return async (work) => {
    for (;;) {
      stopping?.throwIfAborted()
      const tried = limit
      try {
        const result = await work(tried)
        limit = Math.min(maximum, limit + Math.ceil(limit * growth))
        return result
      } catch (error) {
        if (!isTooLarge(error) || tried === 1) throw error
        limit = Math.min(limit, Math.ceil(tried / 2)) // concurrent work may have halved it already
      }
    }
  }
}

/** Runs work on all items, in batches of at most the limit, one after the other. */
export async function inBatches<T>(
  limit: BatchLimit,
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < items.length; ) {
    done = await limit(async (size) => {
      const batch = items.slice(done, done + size)
      await work(batch)
      return done + batch.length
    })
  }
}
