import { AppError, statusOf } from '@kingcar/contract'
import { LRUCache } from 'lru-cache'

/** How long an answer may stand in for its owner, in milliseconds; then the call is 503. */
const maxStaleMilliseconds = 60_000
/** What one operation keeps: the one that was asked for longest ago goes first. */
const maxResponses = 1_000
const mostBytes = 4 * 2 ** 20

/** What is kept of an answer; it tells how large it is. */
type Sized = { readonly bytes: number }

/** The owner's answer, or the last one of an owner that is away, and its age in whole seconds. */
export type CacheResult<T> = { value: T; age?: number }

/** The answers of one operation by its input. */
export type ResponseCache<T extends Sized> = {
  /** What may be given without asking: it was asked for less than a lifetime ago, and nothing has dropped it since. */
  getFresh(key: string): T | undefined
  /**
   * Asks the owner, once for all who want the same at the same time. Fails as the owner does, but that its last answer
   * stands in for a minute where it is away.
   */
  fetch(key: string, owner: () => Promise<T>): Promise<CacheResult<T>>
  /** The last answer while it may stand in. */
  getStale(key: string): CacheResult<T> | undefined
  /** From now on nothing that was asked for before is fresh. It may still stand in. */
  invalidate(): void
}

type Options = {
  /** Milliseconds; 0 keeps nothing fresh. */
  freshMilliseconds: number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

/*
 * An answer is as old as its question: whatever was written while the owner worked on it may be missing in it. Answers
 * are numbered by the drops before their question, so that what was on its way when something changed is neither fresh
 * nor joined by those who come after the change.
 */
export function createResponseCache<T extends Sized>({
  freshMilliseconds,
  now = () => performance.now(),
}: Options): ResponseCache<T> {
  type Start = { startedAt: number; generation: number }
  const responses = new LRUCache<string, Start & { value: T }>({
    max: maxResponses,
    maxSize: mostBytes,
    sizeCalculation: ({ value }, key) => value.bytes + key.length,
  })
  /** What its owner works on, in the order in which it was asked. */
  const inFlight = new Map<string, { start: Start; response: Promise<T> }[]>()
  let generation = 0

  const isFresh = (start: Start) => start.generation === generation && now() - start.startedAt < freshMilliseconds

  function fetchOnce(key: string, owner: () => Promise<T>): Promise<T> {
    const open = inFlight.get(key) ?? []
    const last = open.at(-1)
    if (last && isFresh(last.start)) return last.response
    const start: Start = { startedAt: now(), generation }
    const response = store(key, start, owner())
    open.push({ start, response })
    inFlight.set(key, open)
    return response
  }

  async function store(key: string, start: Start, owner: Promise<T>): Promise<T> {
    try {
      const value = await owner
      if (removeInFlight(key, start) && !startedBefore(start, responses.peek(key)))
        responses.set(key, { ...start, value })
      return value
    } catch (cause) {
      // It is not there any more, or not to be had: what was asked for before says nothing against that. Nor does a fault of
      // the owner's own say anything about it.
      const isOver = cause instanceof AppError && statusOf(cause.code) < 500
      if (removeInFlight(key, start, isOver) && isOver && !startedBefore(start, responses.peek(key)))
        responses.delete(key)
      throw cause
    }
  }

  /** Takes a question from the open ones, and those before it where they are over, too; false where it was over before. */
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
    async fetch(key, owner) {
      try {
        return { value: await fetchOnce(key, owner) }
      } catch (cause) {
        const given = isUnavailable(cause) ? getStale(key) : undefined
        if (given) return given
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

/** Whether the owner did not answer at all. */
export const isUnavailable = (cause: unknown) => cause instanceof AppError && cause.code === 'UNAVAILABLE'
