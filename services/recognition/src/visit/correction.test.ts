import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceVisits } from '../../test/reference-visits.ts'
import { manualDeviceId } from '../read/read.ts'
import { chainReads, type NewRead, type StoredVisit, type VisitState } from './visit.ts'

const window = 600_000
const minute = 60_000
const visit = (
  id: string,
  firstReadAt: number,
  lastReadAt = firstReadAt,
  state: Partial<VisitState> = {},
): StoredVisit => ({
  id,
  firstReadAt,
  lastReadAt,
  receivedAt: firstReadAt + 1_000,
  deviceId: 'b',
  reads: 2,
  late: false,
  ...state,
})

describe('a misread visit moves to its correct plate', () => {
  test('alone it stays the same, with its id', () => {
    const misread = visit('m', 10 * window)
    expect(chainReads([visit('a', 0), visit('z', 20 * window)], [misread], window)).toEqual([
      { ...misread, absorbed: [] },
    ])
  })

  test('the earlier keeps its id, the others are merged into it', () => {
    const [early, late] = [visit('a', 0), visit('z', 2 * window)]
    expect(chainReads([early, late], [visit('m', window)], window)).toMatchObject([
      { id: 'a', absorbed: ['m', 'z'], lastReadAt: 2 * window, reads: 6 },
    ])
    expect(chainReads([late], [visit('m', window)], window)).toMatchObject([{ id: 'm', absorbed: ['z'], reads: 4 }])
    expect(chainReads([late], [visit('m', 2 * window)], window)).toMatchObject([{ id: 'z', absorbed: ['m'] }])
  })

  test('one inside of another, or around others, merges with them', () => {
    expect(chainReads([visit('a', 0, 3 * window)], [visit('m', window)], minute)).toMatchObject([
      { id: 'a', absorbed: ['m'], lastReadAt: 3 * window },
    ])
    const inside = [visit('a', window), visit('b', 2 * window)]
    expect(chainReads(inside, [visit('m', 0, 3 * window)], minute)).toMatchObject([
      { id: 'm', absorbed: ['a', 'b'], lastReadAt: 3 * window },
    ])
  })

  test('it merges no other visits that were stored separately', () => {
    const apart = [visit('a', 0, window), visit('b', window + minute)]
    expect(chainReads(apart, [visit('m', minute, 2 * minute)], window)).toMatchObject([{ id: 'a', absorbed: ['m'] }])
  })

  test('a device’s read determines the device, also at the same time', () => {
    const [noted, seen] = [visit('m', 0, 0, { deviceId: manualDeviceId }), visit('a', 0, 0, { deviceId: 'z' })]
    expect(chainReads([seen], [noted], window)).toMatchObject([{ deviceId: 'z' }])
    expect(chainReads([noted], [seen], window)).toMatchObject([{ deviceId: 'z' }])
  })
})

/** The correct plate, or a misreading. */
type Spelling = 'right' | 'misread' | 'misread otherwise'
type World = Record<Spelling, Map<string, StoredVisit>> & { next: number }

/** Only the visits of one spelling that an arrival can reach. */
function inReach(rows: Map<string, StoredVisit>, since: number, until: number): StoredVisit[] {
  const all = [...rows.values()]
  const from = Math.max(...all.map(({ firstReadAt }) => firstReadAt).filter((at) => at <= since))
  return all.filter(({ firstReadAt }) => firstReadAt >= from && firstReadAt <= until + 3 * window)
}

function arrive(world: World, spelling: Spelling, arriving: NewRead | StoredVisit): void {
  const rows = world[spelling]
  const [since, until] =
    'id' in arriving ? [arriving.firstReadAt, arriving.lastReadAt] : [arriving.recognizedAt, arriving.recognizedAt]
  for (const { absorbed, id, ...state } of chainReads(inReach(rows, since, until), [arriving], window)) {
    const kept = id ?? `v${world.next++}`
    rows.set(kept, { ...state, id: kept })
    for (const other of absorbed) rows.delete(other)
  }
}

function correct(world: World, spelling: Spelling): void {
  const [misread] = world[spelling].values()
  if (!misread) return
  world[spelling].delete(misread.id)
  arrive(world, 'right', misread)
}

test('property: correcting every misread visit, at any time, gives the visits of correct readings', () => {
  const misreadings = ['misread', 'misread otherwise'] as const
  const reads = fc.uniqueArray(
    fc.record({
      recognizedAt: fc.integer({ min: 0, max: 150 }).map((at) => at * minute),
      receivedAt: fc.integer({ min: 145, max: 180 }).map((at) => at * minute),
      deviceId: fc.constantFrom('a', 'b', manualDeviceId),
      ownWindowMs: fc.constantFrom(null, null, minute, 3 * window),
    }),
    { minLength: 1, maxLength: 40, selector: (value) => JSON.stringify(value) },
  )
  const steps = fc.infiniteStream(
    fc.record({ spelling: fc.constantFrom<Spelling>('right', ...misreadings), correct: fc.boolean() }),
  )
  fc.assert(
    fc.property(reads, steps, (all, script) => {
      const world: World = { right: new Map(), misread: new Map(), 'misread otherwise': new Map(), next: 1 }
      for (const read of all) {
        const step = script.next().value
        arrive(world, step?.spelling ?? 'right', read)
        if (step?.correct) correct(world, step.spelling === 'right' ? 'misread' : step.spelling)
      }
      for (const spelling of misreadings) while (world[spelling].size > 0) correct(world, spelling)
      const visits = [...world.right.values()].sort((a, b) => a.firstReadAt - b.firstReadAt)
      expect(visits.map(({ id: _, ownWindow: __, ...state }) => state)).toEqual(referenceVisits(all, window))
    }),
    { numRuns: 1_000 },
  )
})
