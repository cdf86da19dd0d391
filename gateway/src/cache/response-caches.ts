import type { Bus } from '@kingcar/bus'
import { contract, type EventName, eventSubject, type Operation } from '@kingcar/contract'
import type { CachedResponse } from './cached-lookup.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

/** The caches of all operations that have one. */
export type ResponseCaches = {
  of(op: Pick<Operation, 'name'>): ResponseCache<CachedResponse>
  /** Something has changed: no answer that depends on it is fresh any more. */
  invalidate(events: readonly EventName[]): void
}

const cachedOperations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .flatMap(({ name, cached: invalidatedBy }) => (invalidatedBy ? [{ name, invalidatedBy }] : []))

/** @param freshMilliseconds of an answer, in milliseconds; 0 asks each time */
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

/** Drops what other gateways' writes and the services themselves change. An event that is missed costs a second. */
export async function invalidateOnEvents(bus: Pick<Bus, 'follow'>, caches: ResponseCaches): Promise<void> {
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
