import { AppError, statusOf } from '@kingcar/contract'
import { LRUCache } from 'lru-cache'

/** Age up to which a stale response is sent while the service is unavailable (stale-if-error); then the call is 503. */
const maxStaleMilliseconds = 60_000
/** Limits for one operation; the least recently used response is evicted first. */
const maxResponses = 1_000
const maxBytes = 4 * 2 ** 20

type Sized = { readonly bytes: number }

/** A response. `age` is set, in whole seconds, only for a stale one. */
export type CacheResult<T> = { value: T; age?: number }

/** The responses of one operation, by its input. */
export type ResponseCache<T extends Sized> = {
  /** The cached response if its load started less than `freshMilliseconds` ago and nothing was invalidated since. */
  getFresh(key: string): T | undefined
  /**
   * Loads a response from the service; concurrent calls with the same key share one load (single flight). Throws the
   * service's error, but returns a stale response while the service is unavailable.
   */
  load(key: string, fromService: () => Promise<T>): Promise<CacheResult<T>>
  /** The last response, if it is at most a minute old. */
  getStale(key: string): CacheResult<T> | undefined
  /** Makes every response whose load started before this call stale. */
  invalidate(): void
}

type Options = {
  /** How long a response is fresh; 0 means never. */
  freshMilliseconds: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/*
 * The age of a response counts from the start of its load, because it may lack anything written during the load.
 * `generation` counts invalidations: a load of an older generation never becomes fresh, and later calls do not join it.
 */
export function createResponseCache<T extends Sized>({
  freshMilliseconds,
  now = () => performance.now(),
}: Options): ResponseCache<T> {
  type Start = { startedAt: number; generation: number }
  const responses = new LRUCache<string, Start & { value: T }>({
    max: maxResponses,
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => value.bytes + key.length,
  })
  /** Running loads of each key, oldest first. */
  const inFlight = new Map<string, { start: Start; response: Promise<T> }[]>()
  let generation = 0

  const isFresh = (start: Start) => start.generation === generation && now() - start.startedAt < freshMilliseconds

  function loadOnce(key: string, fromService: () => Promise<T>): Promise<T> {
    const open = inFlight.get(key) ?? []
    const last = open.at(-1)
    if (last && isFresh(last.start)) return last.response
    const start: Start = { startedAt: now(), generation }
    const response = complete(key, start, fromService())
    open.push({ start, response })
    inFlight.set(key, open)
    return response
  }

  async function complete(key: string, start: Start, loading: Promise<T>): Promise<T> {
    try {
      const value = await loading
      if (removeInFlight(key, start) && !startedBefore(start, responses.peek(key)))
        responses.set(key, { ...start, value })
      return value
    } catch (cause) {
      // A 4xx means that the resource is gone: drop the cached response and ignore earlier loads. A 5xx says nothing
      // about the resource.
      const isGone = cause instanceof AppError && statusOf(cause.code) < 500
      if (removeInFlight(key, start, isGone) && isGone && !startedBefore(start, responses.peek(key)))
        responses.delete(key)
      throw cause
    }
  }

  /** Removes a load, optionally with all earlier ones of its key. Returns false if it was already removed. */
  function removeInFlight(key: string, start: Start, andEarlier = false): boolean {
    const open = inFlight.get(key)
    const at = open?.findIndex((each) => each.start === start) ?? -1
    if (!open || at < 0) return false
    if (andEarlier) open.splice(0, at + 1)
    else open.splice(at, 1)
    if (open.length === 0) inFlight.delete(key)
    return true
  }

  function getStale(key: string): CacheResult<T> | undefined {
    const known = responses.get(key)
    const age = known ? now() - known.startedAt : Number.POSITIVE_INFINITY
    return known && age <= maxStaleMilliseconds ? { value: known.value, age: Math.floor(age / 1_000) } : undefined
  }

  return {
    getFresh(key) {
      const known = responses.get(key)
      return known && isFresh(known) ? known.value : undefined
    },
    async load(key, fromService) {
      try {
        return { value: await loadOnce(key, fromService) }
      } catch (cause) {
        const stale = isUnavailable(cause) ? getStale(key) : undefined
        if (stale) return stale
        throw cause
      }
    },
    getStale,
    invalidate() {
      generation += 1
    },
  }
}

const startedBefore = (start: { startedAt: number }, other: { startedAt: number } | undefined) =>
  other !== undefined && start.startedAt < other.startedAt

/** True if the service did not reply. */
export const isUnavailable = (cause: unknown) => cause instanceof AppError && cause.code === 'UNAVAILABLE'
