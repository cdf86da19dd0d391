import type { Bus } from '@kingcar/bus'
import { contract, type EventName, eventSubject, type Operation } from '@kingcar/contract'
import type { CachedAnswer } from './cached-lookup.ts'
import { type AnswerCache, createAnswerCache } from './response-cache.ts'

/** The caches of all operations that have one. */
export type CachedAnswers = {
  of(op: Pick<Operation, 'name'>): AnswerCache<CachedAnswer>
  /** Something has changed: no answer that depends on it is fresh any more. */
  drop(events: readonly EventName[]): void
}

const cached = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .flatMap(({ name, cached: droppedBy }) => (droppedBy ? [{ name, droppedBy }] : []))

/** @param lifetime of an answer, in milliseconds; 0 asks each time */
export function createCachedAnswers(lifetime: number): CachedAnswers {
  const caches = new Map(cached.map(({ name }) => [name, createAnswerCache<CachedAnswer>({ lifetime })]))
  const of: CachedAnswers['of'] = ({ name }) => {
    const cache = caches.get(name)
    if (!cache) throw new Error(`${name} is not cached`)
    return cache
  }
  return {
    of,
    drop(events) {
      for (const op of cached) if (op.droppedBy.some((event) => events.includes(event))) of(op).drop()
    },
  }
}

/** Drops what other gateways' writes and the services themselves change. An event that is missed costs a second. */
export async function followChanges(bus: Pick<Bus, 'follow'>, answers: CachedAnswers): Promise<void> {
  const dropping = [...new Set(cached.flatMap(({ droppedBy }) => droppedBy))]
  const bySubject = new Map<string, EventName>(dropping.map((name) => [eventSubject(name), name]))
  await bus.follow(
    'EVENTS',
    'now',
    ({ subject }) => {
      const name = bySubject.get(subject)
      if (name) answers.drop([name])
    },
    [...bySubject.keys()],
  )
}
