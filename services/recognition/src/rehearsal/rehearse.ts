import { maxRehearsalExamples, type Range } from '@kingcar/contract'
import { type Change, type ChangeKind, changeKinds, compareVisits } from './compare.ts'
import type { PastDevice, PastRead } from './past-read.ts'
import { createPastVisits, type PastVisit, type PastVisits, type VisitSettings } from './past-visits.ts'

/** `examples` are the newest first. */
type Changes = { count: number; examples: Change[] }
/** The differences of a period. */
export type Differences = { visits: { current: number; rehearsed: number } } & Record<ChangeKind, Changes>

export type Comparison = {
  /** Adds all reads of a store from the end of its previous call until `until`, in order of their time. */
  add(storeId: string, reads: readonly PastRead[], until: number): void
  end(): Differences
}

type Side = 'current' | 'rehearsed'
const sides = ['current', 'rehearsed'] as const
type Store = Record<Side, PastVisits> & { closed: Map<string, Record<Side, PastVisit[]>> }

/**
 * Computes the visits of a period twice and compares them. Days of all stores can come in any order, the days of one
 * store in order. Apart from counters and examples, it holds only the visits that a later read can change.
 * @param period the visits and changes that begin in it are counted; reads before and after it are needed for their
 * beginnings and ends
 */
export function createComparison(
  settings: Record<Side, VisitSettings>,
  period: Range,
  deviceOf: (deviceId: string) => PastDevice | undefined,
): Comparison {
  const lagMs = Math.max(...sides.map((side) => settings[side].lookalikeMs)) // both sides have to wait for the same time
  const stores = new Map<string, Store>()
  const none = (): Changes => ({ count: 0, examples: [] })
  const differences: Differences = {
    visits: { current: 0, rehearsed: 0 },
    appearing: none(),
    disappearing: none(),
    joining: none(),
    splitting: none(),
    becomingDoubtful: none(),
    becomingCertain: none(),
  }
  const isCounted = (at: number) => period.since <= at && at < period.until

  const visitsWith = (side: Side): PastVisits => createPastVisits(settings[side], lagMs, deviceOf)

  function storeOf(storeId: string): Store {
    const store: Store = stores.get(storeId) ?? {
      current: visitsWith('current'),
      rehearsed: visitsWith('rehearsed'),
      closed: new Map(),
    }
    stores.set(storeId, store)
    return store
  }

  function close(store: Store, side: Side, visits: readonly PastVisit[]): void {
    for (const visit of visits) {
      if (isCounted(visit.firstReadAt)) differences.visits[side] += 1
      const ofPlate = store.closed.get(visit.carNumber) ?? { current: [], rehearsed: [] }
      ofPlate[side].push(visit)
      store.closed.set(visit.carNumber, ofPlate)
    }
  }

  function compare(store: Store): void {
    for (const [carNumber, { current, rehearsed }] of store.closed) {
      if (sides.some((side) => store[side].isOpen(carNumber))) continue
      store.closed.delete(carNumber)
      for (const change of compareVisits(current.sort(byStart), rehearsed.sort(byStart))) count(change)
    }
  }

  function count(change: Change): void {
    if (!isCounted(change.at)) return
    const ofKind = differences[change.kind]
    ofKind.count += 1
    ofKind.examples.push(change)
    if (ofKind.examples.length >= 2 * maxRehearsalExamples) ofKind.examples = newest(ofKind.examples)
  }

  return {
    add(storeId, reads, until) {
      const store = storeOf(storeId)
      for (const side of sides) close(store, side, store[side].add(reads, until))
      compare(store)
    },
    end() {
      for (const store of stores.values()) {
        for (const side of sides) close(store, side, store[side].end())
        for (const [, { current, rehearsed }] of store.closed)
          for (const change of compareVisits(current.sort(byStart), rehearsed.sort(byStart))) count(change)
      }
      stores.clear()
      for (const kind of changeKinds) differences[kind].examples = newest(differences[kind].examples)
      return differences
    },
  }
}

const byStart = (a: PastVisit, b: PastVisit) => a.firstReadAt - b.firstReadAt

const newest = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => b.at - a.at).slice(0, maxRehearsalExamples)
