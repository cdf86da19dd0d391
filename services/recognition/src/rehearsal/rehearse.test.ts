import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTime, referenceDoubts, referencePlates, referenceVisits } from '../../test/reference-visits.ts'
import type { PastDevice, PastRead } from './past-read.ts'
import type { VisitSettings } from './past-visits.ts'
import { createComparison, type Differences } from './rehearse.ts'

const day = 24 * 3_600_000
/** Midnight in Asia/Seoul. */
const start = Date.parse('2026-01-04T15:00:00Z')
const period = { since: start, until: start + 2 * day }
const exit: PastDevice = { minimumConfidence: null, role: 'exit' }
const strict: PastDevice = { minimumConfidence: 0.9, role: 'both' }
const devices = new Map([
  ['exit', exit],
  ['strict', strict],
])
const deviceOf = (id: string) => devices.get(id)

const settings = (minimumConfidence: number, revisit = 600, lookalike = 10): VisitSettings => ({
  minimumConfidence,
  revisitMs: revisit * 1000,
  lookalikeMs: lookalike * 1000,
})

let nth = 0
const readAt = (seconds: number, fields: Partial<PastRead> = {}): PastRead => {
  const carNumber = fields.carNumber ?? '12가3456'
  nth += 1
  return {
    ...{ storeId: 'store', deviceId: 'gate', readId: String(nth), carNumber, readAs: carNumber, confidence: 0.95 },
    ...{ recognizedAt: start + seconds * 1000, receivedAt: start + seconds * 1000, direction: null, candidates: [] },
    ...{ imageId: null, trackId: null, rejected: null, corrected: false, ownWindowMs: null },
    ...fields,
  }
}

/** Adds the reads day by day. */
function rehearse(reads: readonly PastRead[], current: VisitSettings, rehearsed: VisitSettings): Differences {
  const comparison = createComparison({ current, rehearsed }, period, deviceOf)
  const dayOf = ({ recognizedAt }: { recognizedAt: number }): number => Math.floor((recognizedAt - start) / day)
  for (const [number, ofDay] of Map.groupBy(byTime(reads), dayOf))
    comparison.add('store', ofDay, start + (number + 1) * day)
  return comparison.end()
}

const counts = ({ visits, ...kinds }: Differences) => ({
  ...visits,
  ...Object.fromEntries(Object.entries(kinds).flatMap(([kind, { count }]) => (count > 0 ? [[kind, count]] : []))),
})

test('a longer window joins visits, and a shorter one splits them', () => {
  const reads = [readAt(0), readAt(700), readAt(1_400)]
  expect(counts(rehearse(reads, settings(0.8), settings(0.8, 800)))).toEqual({ current: 3, rehearsed: 1, joining: 1 })
  expect(counts(rehearse(reads, settings(0.8, 800), settings(0.8)))).toEqual({ current: 1, rehearsed: 3, splitting: 1 })
})

test('a lower minimum confidence makes visits of rejected reads, and a higher one removes some', () => {
  const reads = [readAt(0, { confidence: 0.7, rejected: 'confidence', imageId: 'picture' }), readAt(90_000)]
  const appear = rehearse(reads, settings(0.8), settings(0.6))
  expect(counts(appear)).toEqual({ current: 1, rehearsed: 2, appearing: 1 })
  expect(appear.appearing.examples).toMatchObject([{ current: [], rehearsed: [{ image: { id: 'picture' } }] }])
  expect(counts(rehearse(reads, settings(0.8), settings(0.99)))).toEqual({ current: 1, rehearsed: 0, disappearing: 1 })
})

test("a recognizer's own confidence, and what an administrator accepted, do not depend on the setting", () => {
  const reads = [
    readAt(0, { deviceId: 'strict', confidence: 0.7, rejected: 'confidence' }),
    readAt(10_000, { corrected: true, confidence: 0.3 }),
  ]
  expect(counts(rehearse(reads, settings(0.8), settings(0.5)))).toEqual({ current: 1, rehearsed: 1 })
  expect(counts(rehearse(reads, settings(0.8), settings(1)))).toEqual({ current: 1, rehearsed: 1 })
})

test('a departure splits, also one that a lower confidence reveals at an exit', () => {
  const left = (fields: Partial<PastRead>) => [readAt(0), readAt(100, fields), readAt(200)]
  const known = left({ rejected: 'direction' })
  expect(counts(rehearse(known, settings(0.8), settings(0.8)))).toEqual({ current: 2, rehearsed: 2 })
  const unsure = left({ rejected: 'confidence', deviceId: 'exit', confidence: 0.7 })
  expect(counts(rehearse(unsure, settings(0.8), settings(0.6)))).toEqual({ current: 1, rehearsed: 2, splitting: 1 })
})

test('a better reading of a track that a higher confidence leaves moves its reads to another plate', () => {
  const track = { trackId: '7' }
  const reads = [
    readAt(0, { ...track, confidence: 0.85, readAs: '12가3456', carNumber: '12가3456' }),
    readAt(1, { ...track, confidence: 0.7, carNumber: '99나1111', rejected: 'confidence' }),
  ]
  expect(counts(rehearse(reads, settings(0.8), settings(0.6)))).toEqual({ current: 1, rehearsed: 1 })
  expect(counts(rehearse(reads, settings(0.8), settings(0.86)))).toEqual({ current: 1, rehearsed: 0, disappearing: 1 })
})

test('a longer comparison of lookalikes makes visits doubtful, also across midnight', () => {
  const reads = [readAt(day / 1000 - 5, { carNumber: '12거3456', confidence: 0.82 }), readAt(day / 1000 + 5)]
  expect(counts(rehearse(reads, settings(0.8, 600, 0), settings(0.8, 600, 20)))).toEqual({
    ...{ current: 2, rehearsed: 2, becomingDoubtful: 1 },
  })
  expect(counts(rehearse(reads, settings(0.8, 600, 20), settings(0.8, 600, 5)))).toMatchObject({ becomingCertain: 1 })
})

test('what begins before or after the period counts on neither side', () => {
  const reads = [readAt(-600, { confidence: 0.7, rejected: 'confidence' }), readAt(-300), readAt(200), readAt(172_801)]
  const { visits, ...changes } = rehearse(reads, settings(0.8), settings(0.6, 60))
  expect(visits).toEqual({ current: 0, rehearsed: 1 })
  expect(Object.values(changes).every(({ count }) => count === 0)).toBe(true)
})

test('at most twenty examples of a kind are kept, the newest first', () => {
  const reads = Array.from({ length: 100 }, (_, at) => readAt(at * 1_000, { confidence: 0.7, rejected: 'confidence' }))
  const { appearing } = rehearse(reads, settings(0.8), settings(0.6))
  expect([appearing.count, appearing.examples.length]).toEqual([100, 20])
  expect(appearing.examples.map(({ at }) => (at - start) / 1_000_000)).toEqual(
    Array.from({ length: 20 }, (_, at) => 99 - at),
  )
})

const anyRead = fc
  .record({
    seconds: fc.integer({ min: 80_000, max: 92_000 }), // midnight is at 86,400
    plate: fc.constantFrom('12가3456', '12거3456', '12가3450', '34나5678'),
    confidence: fc.integer({ min: 1, max: 5 }),
    candidate: fc.option(fc.constantFrom('12가3456', '34나5678'), { freq: 1 }),
    track: fc.option(fc.integer({ min: 1, max: 3 })),
    ownWindow: fc.option(fc.constantFrom(60, 1_200), { freq: 8 }),
    leaves: fc.boolean(),
  })
  .map(({ seconds, plate, confidence, candidate, track, ownWindow, leaves }) => {
    const isExit = leaves && seconds % 5 === 0
    return readAt(seconds, {
      ...{ carNumber: plate, confidence: 0.5 + confidence / 10, candidates: candidate === null ? [] : [candidate] },
      ...{ trackId: track === null || isExit ? null : String(track) },
      ...{ ownWindowMs: ownWindow === null ? null : ownWindow * 1000, rejected: isExit ? 'direction' : null },
    })
  })
const anySettings = fc
  .record({
    confidence: fc.integer({ min: 1, max: 5 }),
    revisit: fc.constantFrom(30, 300, 1_800),
    lookalike: fc.constantFrom(0, 10, 60),
  })
  .map(({ confidence, revisit, lookalike }) => settings(0.5 + confidence / 10, revisit, lookalike))

test('the same settings change nothing', () => {
  fc.assert(
    fc.property(fc.array(anyRead, { maxLength: 40 }), anySettings, (reads, same) => {
      const { visits, ...changes } = rehearse(reads, same, same)
      expect(visits.current).toBe(visits.rehearsed)
      for (const { count } of Object.values(changes)) expect(count).toBe(0)
    }),
  )
})

type Span = { carNumber: string; first: number; last: number; doubtful: boolean }

/** The visits by the reference implementation. */
function naiveVisits(reads: readonly PastRead[], { minimumConfidence, revisitMs, lookalikeMs }: VisitSettings): Span[] {
  const sure = reads.filter(({ confidence }) => confidence >= minimumConfidence)
  const accepted = sure.filter(({ rejected }) => rejected !== 'direction')
  const plates = referencePlates(
    accepted.map((read) => ({ ...read, day: String(Math.floor((read.recognizedAt - start) / day)) })),
  )
  const placed = accepted.map((read, at) => ({ ...read, carNumber: plates[at] as string }))
  const doubts = referenceDoubts(placed, lookalikeMs)
  return [...Map.groupBy(placed, ({ carNumber }) => carNumber)].flatMap(([carNumber, ofPlate]) => {
    const departures = sure.filter((read) => read.rejected === 'direction' && read.carNumber === carNumber)
    const times = departures.map(({ recognizedAt }) => recognizedAt)
    return referenceVisits(ofPlate, revisitMs, times).map(({ firstReadAt: first, lastReadAt: last }) => {
      const own = placed.flatMap((read, at) =>
        read.carNumber === carNumber && read.recognizedAt >= first && read.recognizedAt <= last ? [doubts[at]] : [],
      )
      return { carNumber, first, last, doubtful: own.every((doubtful) => doubtful) }
    })
  })
}

function naiveCounts(current: readonly Span[], rehearsed: readonly Span[]): Record<string, number> {
  const same = (a: Span, b: Span) => a.carNumber === b.carNumber && a.first <= b.last && b.first <= a.last
  const found: Record<string, number> = { current: current.length, rehearsed: rehearsed.length }
  const add = (kind: string) => {
    found[kind] = (found[kind] ?? 0) + 1
  }
  const of = (visit: Span, side: readonly Span[]) => side.filter((other) => same(visit, other))
  for (const visit of rehearsed) {
    if (of(visit, current).length === 0) add('appearing')
    if (of(visit, current).length > 1) add('joining')
  }
  for (const visit of current) {
    const [other, second] = of(visit, rehearsed)
    if (!other) add('disappearing')
    else if (second) add('splitting')
    else if (of(other, current).length === 1 && visit.doubtful !== other.doubtful)
      add(other.doubtful ? 'becomingDoubtful' : 'becomingCertain')
  }
  return found
}

test('the counts equal a computation that looks at all pairs of reads', () => {
  fc.assert(
    fc.property(fc.array(anyRead, { maxLength: 30 }), anySettings, anySettings, (reads, current, rehearsed) => {
      const expected = naiveCounts(naiveVisits(reads, current), naiveVisits(reads, rehearsed))
      expect(counts(rehearse(reads, current, rehearsed))).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
