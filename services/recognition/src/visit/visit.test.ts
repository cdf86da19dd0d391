import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceVisits } from '../../test/reference-visits.ts'
import { manualDeviceId } from '../read/read.ts'
import { chainReads, type NewRead, type StoredVisit, type VisitChange, type VisitState } from './visit.ts'

const window = 600_000
const minute = 60_000
const read = (recognizedAt: number, deviceId = 'b', receivedAt = recognizedAt + 1_000): NewRead => ({
  recognizedAt,
  receivedAt,
  deviceId,
})

type Table = { rows: Map<string, StoredVisit>; merged: Map<string, string>; next: number }

const linkState = ({ recognizedAt, receivedAt, deviceId }: NewRead): VisitState => ({
  ...{ firstReadAt: recognizedAt, lastReadAt: recognizedAt, receivedAt, deviceId, reads: 1, late: false },
})

const emptyTable = (): Table => ({ rows: new Map(), merged: new Map(), next: 1 })

/** Only the visits that the reads can reach. */
function inReach({ rows, merged }: Table, reads: readonly NewRead[], revisitMs: number): StoredVisit[] {
  const times = reads.map(({ recognizedAt }) => recognizedAt)
  const ends = reads.map(({ recognizedAt, ownWindowMs }) => recognizedAt + (ownWindowMs ?? revisitMs))
  const unmerged = [...rows.values()].filter(({ id }) => !merged.has(id))
  const before = unmerged.filter(({ firstReadAt }) => firstReadAt <= Math.min(...times))
  const from = Math.max(...before.map(({ firstReadAt }) => firstReadAt))
  return unmerged.filter(({ firstReadAt }) => firstReadAt >= from && firstReadAt <= Math.max(...ends))
}

function apply(table: Table, reads: readonly NewRead[], revisitMs = window): VisitChange[] {
  const changes = chainReads(inReach(table, reads, revisitMs), reads, revisitMs)
  for (const { absorbed, ...change } of changes) {
    const id = change.id ?? `v${table.next++}`
    table.rows.set(id, { ...change, id })
    for (const other of absorbed) table.merged.set(other, id)
  }
  return changes
}

const unmerged = ({ rows, merged }: Table) =>
  [...rows.values()].filter(({ id }) => !merged.has(id)).sort((a, b) => a.firstReadAt - b.firstReadAt)
const withoutId = ({ id: _, ownWindow: __, ...state }: StoredVisit) => state

describe('reads become visits', () => {
  test('any order and any batches of a set of reads give the visits of the definition', () => {
    const reads = fc.uniqueArray(
      fc.record({
        recognizedAt: fc.integer({ min: 0, max: 200 }).map((at) => at * minute),
        receivedAt: fc.integer({ min: 195, max: 230 }).map((at) => at * minute),
        deviceId: fc.constantFrom('a', 'b', manualDeviceId),
        ownWindowMs: fc.constantFrom(null, null, minute, 3 * window),
      }),
      { minLength: 1, maxLength: 60, selector: (value) => JSON.stringify(value) },
    )
    const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(reads, cuts, (shuffled, sizes) => {
        const table = emptyTable()
        for (let at = 0; at < shuffled.length; ) {
          const size = sizes.next().value ?? 1
          apply(table, shuffled.slice(at, at + size))
          at += size
        }
        expect(unmerged(table).map(withoutId)).toEqual(referenceVisits(shuffled, window))
      }),
      { numRuns: 500 },
    )
  })

  test('a month of reads of one plate in 1,000 random orders gives one result', () => {
    const day = 24 * 60 * minute
    const month = Array.from({ length: 30 }, (_, number) => number * day).flatMap((midnight) =>
      [8.2, 8.4, 13, 19.5].flatMap((hour) =>
        Array.from({ length: 4 }, (_, at) => read(midnight + Math.round((hour * 60 + at * 3) * minute), 'ab'[at % 2])),
      ),
    )
    const expected = referenceVisits(month, window)
    expect(expected).toHaveLength(90) // the two of a morning are one visit: 12 minutes apart, with reads in between
    const orders = fc.tuple(fc.shuffledSubarray(month, { minLength: month.length }), fc.integer({ min: 1, max: 40 }))
    fc.assert(
      fc.property(orders, ([shuffled, size]) => {
        const table = emptyTable()
        for (let at = 0; at < shuffled.length; at += size) apply(table, shuffled.slice(at, at + size))
        expect(unmerged(table).map(withoutId)).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a visit ends where the next read is more than the window away', () => {
    const table = emptyTable()
    apply(table, [read(0), read(window), read(2 * window + 1)])
    expect(unmerged(table).map(({ firstReadAt, lastReadAt, reads }) => [firstReadAt, lastReadAt, reads])).toEqual([
      [0, window, 2],
      [2 * window + 1, 2 * window + 1, 1],
    ])
  })

  test('a late read extends a visit backwards and determines its device', () => {
    const table = emptyTable()
    apply(table, [read(window, 'b')])
    expect(apply(table, [read(0, 'c')])).toMatchObject([{ id: 'v1', firstReadAt: 0, deviceId: 'c', reads: 2 }])
  })

  test('a read between two visits merges them: the earlier keeps its id', () => {
    const table = emptyTable()
    apply(table, [read(2 * window)])
    apply(table, [read(0)])
    expect(apply(table, [read(window)])).toMatchObject([{ id: 'v2', absorbed: ['v1'], reads: 3 }])
  })

  test('one batch can merge more than two', () => {
    const table = emptyTable()
    apply(table, [read(0)])
    apply(table, [read(2 * window)])
    apply(table, [read(4 * window)])
    const changes = apply(table, [read(3 * window), read(window)])
    expect(changes).toMatchObject([{ id: 'v1', absorbed: ['v2', 'v3'], reads: 5, lastReadAt: 4 * window }])
  })

  test('a visit without a new read is unchanged', () => {
    const table = emptyTable()
    apply(table, [read(0)])
    expect(apply(table, [read(3 * window)])).toMatchObject([{ id: null }])
  })

  test('a visit is late while every read of it was', () => {
    const table = emptyTable()
    expect(apply(table, [read(0, 'a', window + 1)])).toMatchObject([{ late: true }])
    expect(apply(table, [read(window, 'a', window + 1)])).toMatchObject([{ late: false, receivedAt: window + 1 }])
  })
})

describe('a car that left', () => {
  const chained = (stored: readonly StoredVisit[], at: number, departures: readonly number[]) =>
    chainReads(stored, [read(at)], window, departures).map(({ id, reads }) => [id, reads])
  const [first] = [{ ...linkState(read(minute)), id: 'v1' }]

  test('begins another visit when it comes back', () => {
    expect(chained([first], 3 * minute, [])).toEqual([['v1', 2]])
    expect(chained([first], 3 * minute, [2 * minute])).toEqual([[null, 1]])
    expect(chained([first], 0, [30_000])).toEqual([[null, 1]])
  })

  test('a read at the time of the departure comes before it', () => {
    expect(chained([first], 3 * minute, [3 * minute])).toEqual([['v1', 2]])
    expect(chained([first], 3 * minute, [minute])).toEqual([[null, 1]])
    expect(chained([first], minute, [minute])).toEqual([['v1', 2]])
  })
})

describe('the window in force when the later of two reads arrived', () => {
  test('a wider one merges no visits that were stored separately', () => {
    const table = emptyTable()
    apply(table, [read(0)], minute)
    apply(table, [read(5 * minute)], minute)
    expect(apply(table, [read(10 * minute)], window)).toMatchObject([{ id: 'v2', reads: 2 }])
    expect(unmerged(table)).toHaveLength(2)
  })

  test('a wider one merges with a read in between', () => {
    const table = emptyTable()
    apply(table, [read(0)], minute)
    apply(table, [read(5 * minute)], minute)
    expect(apply(table, [read(3 * minute)], window)).toMatchObject([{ id: 'v1', absorbed: ['v2'] }])
  })

  test('a narrower one splits no visit', () => {
    const table = emptyTable()
    apply(table, [read(0), read(window)])
    expect(apply(table, [read(window / 2)], minute)).toMatchObject([{ id: 'v1', reads: 3 }])
    expect(apply(table, [read(window + 2 * minute)], minute)).toMatchObject([{ id: null, reads: 1 }])
  })
})

describe('the window of a device', () => {
  const seen = (at: number, ownWindowMs: number | null) => ({ ...read(at), ownWindowMs })
  const counts = (...reads: NewRead[]) => {
    const table = emptyTable()
    for (const each of reads) apply(table, [each])
    return unmerged(table).map((visit) => visit.reads)
  }

  test('counts from its reads on, for those of all devices, in any order', () => {
    const reads = [seen(0, 6 * window), seen(5 * window, null), seen(6.5 * window, null)]
    expect(counts(...reads)).toEqual([2, 1])
    expect(counts(...reads.toReversed())).toEqual([2, 1])
    expect(counts(seen(0, null), seen(5 * window, 6 * window))).toEqual([1, 1])
  })

  test('that is shorter than the setting ends a visit sooner, unless another read lasts longer', () => {
    expect(counts(seen(0, minute), seen(2 * minute, null))).toEqual([1, 1])
    expect(counts(seen(0, null), seen(minute / 2, minute), seen(2 * minute, null))).toEqual([3])
  })
})

describe('visits that meet', () => {
  const stored = (id: string, firstReadAt: number, lastReadAt = firstReadAt, deviceId = 'b'): StoredVisit => ({
    ...{ id, firstReadAt, lastReadAt, deviceId },
    ...{ receivedAt: lastReadAt, reads: 1, late: false },
  })

  test('a device takes precedence over a manual read at the same time, and the smaller device id wins', () => {
    const deviceOf = (one: string, other: string) =>
      chainReads([stored('v', 0, 0, one)], [read(0, other)], window)[0]?.deviceId
    expect([deviceOf(manualDeviceId, 'c'), deviceOf('c', manualDeviceId)]).toEqual(['c', 'c'])
    expect([deviceOf('a', 'c'), deviceOf('c', 'a'), deviceOf('a', 'a')]).toEqual(['a', 'a', 'a'])
    expect(manualDeviceId).toMatch(/^[0-]+$/)
    expect(manualDeviceId).toHaveLength(36)
  })

  test('two stored separately stay separate with a wider window, until a read comes in between', () => {
    const both = [stored('one', 0), stored('two', window + minute)]
    expect(chainReads(both, [read(4 * window)], 2 * window)).toHaveLength(1)
    const joined = chainReads(both, [read(window)], window)
    expect(joined).toMatchObject([{ id: 'one', absorbed: ['two'], reads: 3, firstReadAt: 0 }])
  })

  test('stored visits without an arrival are unchanged', () => {
    expect(chainReads([stored('one', 0), stored('inside', 0)], [], window)).toMatchObject([
      { id: 'one', absorbed: ['inside'] },
    ])
    expect(chainReads([stored('one', 0)], [], window)).toEqual([])
  })
})
