import type { BusStreams } from '@kingcar/bus'
import { contract, type EventName, eventSubject, type Operation } from '@kingcar/contract'
import type { CachedResponse } from './cached-lookup.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

/** One cache for each operation that the contract marks `cached`. */
export type ResponseCaches = {
  of(op: Pick<Operation, 'name'>): ResponseCache<CachedResponse>
  /** Makes the responses of every operation that names one of these events stale. */
  invalidate(events: readonly EventName[]): void
}

const cachedOperations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .flatMap(({ name, cached: invalidatedBy }) => (invalidatedBy ? [{ name, invalidatedBy }] : []))

/** @param freshMilliseconds how long a response is fresh; 0 calls the service each time */
export function createResponseCaches(freshMilliseconds: number): ResponseCaches {
  const caches = new Map(
    cachedOperations.map(({ name }) => [name, createResponseCache<CachedResponse>({ freshMilliseconds })]),
  )
  const of: ResponseCaches['of'] = ({ name }) => {
    const cache = caches.get(name)
    if (!cache) throw new Error(`${name} is not cached`)
    return cache
  }
  return {
    of,
    invalidate(events) {
      for (const op of cachedOperations)
        if (op.invalidatedBy.some((event) => events.includes(event))) of(op).invalidate()
    },
  }
}

/**
 * Follows the events of changes made through other gateways or by services. A missed event delays a change by one
 * second.
 */
export async function invalidateOnEvents(bus: Pick<BusStreams, 'follow'>, caches: ResponseCaches): Promise<void> {
  const names = [...new Set(cachedOperations.flatMap(({ invalidatedBy }) => invalidatedBy))]
  const bySubject = new Map<string, EventName>(names.map((name) => [eventSubject(name), name]))
  await bus.follow(
    'EVENTS',
    'now',
    ({ subject }) => {
      const name = bySubject.get(subject)
      if (name) caches.invalidate([name])
    },
    [...bySubject.keys()],
  )
}
