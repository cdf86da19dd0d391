import { seoulDate } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReferenceRead, referencePlates, referenceVisits } from '../../test/reference-visits.ts'
import { misplacedReads, readKey, type TrackReading, trackOf } from '../read/track.ts'
import {
  chainByPlate,
  type Departures,
  plateAtStoreKey,
  rearrange,
  type VisitOfPlate,
  visitsCut,
  visitsLeft,
} from './rearrange.ts'

const minute = 60_000
const window = 10 * minute
const storeId = 's'
/** 30 minutes before midnight in Asia/Seoul. */
const evening = Date.parse('2026-03-01T14:30:00.000Z')

type Read = Omit<TrackReading, 'trackId'> & { trackId: string | null; departs: boolean }
type Table = {
  reads: Read[]
  departures: Map<string, Read>
  visits: Map<string, VisitOfPlate>
  merged: Map<string, string>
}

const emptyTable = (): Table => ({ reads: [], departures: new Map(), visits: new Map(), merged: new Map() })
const unmerged = ({ visits, merged }: Table) => [...visits.values()].filter(({ id }) => !merged.has(id))

const departuresOf = (reads: readonly Read[]): Departures =>
  new Map(
    [...Map.groupBy(reads, plateAtStoreKey)].map(([key, ofPlate]) => [
      key,
      ofPlate.map(({ recognizedAt }) => recognizedAt),
    ]),
  )

/** Stores a batch as the service does, in memory. */
function record(table: Table, all: readonly Read[]): void {
  for (const read of all.filter(({ departs }) => departs)) table.departures.set(readKey(read), read)
  const left = departuresOf([...table.departures.values()])
  const batch = all.filter(({ departs }) => !departs)
  const fresh = batch.filter((read) => !table.reads.some((other) => readKey(other) === readKey(read)))
  table.reads.push(...fresh)
  const newKeys = new Set(fresh.map(readKey))
  const keyOf = (read: Read) => JSON.stringify(trackOf(read))
  const touched = new Set(batch.flatMap((read) => (read.trackId === null ? [] : [keyOf(read)])))
  const readings = table.reads.filter((read): read is Read & { trackId: string } => touched.has(keyOf(read)))
  const misplaced = misplacedReads(readings, (read) => newKeys.has(readKey(read)))
  const leaving = misplaced.filter((read) => !newKeys.has(readKey(read)))
  const before = table.reads
  table.reads = before.map((read) => ({
    ...read,
    carNumber: misplaced.find((moved) => readKey(moved) === readKey(read))?.to ?? read.carNumber,
  }))
  const moved = new Set([...leaving.map(readKey), ...newKeys])
  const arriving = table.reads.filter((read) => moved.has(readKey(read)))
  const stored = unmerged(table)
  const staying = new Map(
    [...visitsLeft(stored, leaving), ...visitsCut(stored, left)].map((visit) => [
      visit.id,
      before.filter(
        (read) =>
          read.carNumber === visit.carNumber &&
          !moved.has(readKey(read)) &&
          visit.firstReadAt <= read.recognizedAt &&
          read.recognizedAt <= visit.lastReadAt,
      ),
    ]),
  )
  const changes =
    staying.size > 0
      ? rearrange(stored, staying, leaving, arriving, window, left).changes
      : chainByPlate(stored, arriving, window, left)
  for (const { absorbed, id, ...state } of changes) {
    const own = id ?? `v${table.visits.size + 1}`
    table.visits.set(own, { ...state, id: own })
    for (const other of absorbed) table.merged.set(other, own)
  }
}

const plates = ['31가7654', '31거7654', '81가7654']
const reads = fc
  .array(
    fc.record({
      plate: fc.constantFrom(...plates),
      trackId: fc.constantFrom(null, '1', '2', '3'),
      deviceId: fc.constantFrom('a', 'b'),
      confidence: fc.constantFrom(0.81, 0.9, 0.95),
      at: fc.integer({ min: 0, max: 60 }),
      delay: fc.integer({ min: 0, max: 15 }),
      ownWindowMs: fc.constantFrom(null, null, 3 * minute, 25 * minute),
      departs: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all.map(({ plate, at, delay, ...fields }, number): Read => {
      const recognizedAt = evening + at * minute
      const receivedAt = recognizedAt + delay * minute
      return {
        ...fields,
        storeId,
        readId: `${number}`,
        ...{ carNumber: plate, readAs: plate, corrected: false, recognizedAt, receivedAt },
      }
    }),
  )

const expected = (all: readonly Read[]) => {
  const accepted = all.filter(({ departs }) => !departs)
  const sent = accepted.map((read): ReferenceRead => ({ ...read, day: seoulDate(new Date(read.recognizedAt)) }))
  const plateOf = referencePlates(sent)
  return plates.flatMap((carNumber) =>
    referenceVisits(
      sent.filter((_, at) => plateOf[at] === carNumber),
      window,
      all.flatMap((read) => (read.departs && read.carNumber === carNumber ? [read.recognizedAt] : [])),
    ).map((visit) => ({ ...visit, storeId, carNumber })),
  )
}
const shown = (table: Table) =>
  unmerged(table)
    .map(({ id: _, ownWindow: __, ...visit }) => visit)
    .sort((a, b) => plates.indexOf(a.carNumber) - plates.indexOf(b.carNumber) || a.firstReadAt - b.firstReadAt)

describe('visits with tracks and departures', () => {
  test('any order, batches and repetitions of a set of reads give the visits of the definition', () => {
    const orders = reads.chain((all) =>
      fc.record({
        all: fc.constant(all),
        order: fc.shuffledSubarray([...all.keys(), ...all.keys()], { minLength: all.length * 2 }),
        sizes: fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      }),
    )
    fc.assert(
      fc.property(orders, ({ all, order, sizes }) => {
        const table = emptyTable()
        for (let at = 0; at < order.length; ) {
          const size = sizes.next().value ?? 1
          record(
            table,
            [...new Set(order.slice(at, at + size))].flatMap((number) => all[number] ?? []),
          )
          at += size
        }
        expect(shown(table)).toEqual(expected(all))
        for (const [id, into] of table.merged) expect([id === into, table.visits.has(into)]).toEqual([false, true])
      }),
      { numRuns: 1_000 },
    )
  })

  const read = (
    readId: string,
    carNumber: string,
    minutes: number,
    confidence = 0.9,
    trackId: string | null = 't',
  ): Read => {
    const recognizedAt = evening + minutes * minute
    const plate = { carNumber, readAs: carNumber, corrected: false, departs: false }
    return { storeId, deviceId: 'a', readId, trackId, confidence, ...plate, recognizedAt, receivedAt: recognizedAt }
  }
  const [right, wrong] = ['31가7654', '31거7654']
  const idsOf = (table: Table, carNumber: string) =>
    unmerged(table).flatMap((visit) => (visit.carNumber === carNumber ? [visit.id] : []))

  test('a visit whose reads all move keeps its id', () => {
    const table = emptyTable()
    record(table, [read('1', wrong, 0)])
    record(table, [read('2', right, 1, 0.94)])
    expect(shown(table)).toMatchObject([{ carNumber: right, reads: 2, firstReadAt: evening }])
    expect(idsOf(table, right)).toEqual(['v1'])
  })

  test('it joins an earlier visit of its new plate, and absorbs a later one', () => {
    for (const [there, survivor] of [
      [-1, 'v1'],
      [2, 'v2'],
    ] as const) {
      const table = emptyTable()
      record(table, [read('0', right, there, 0.9, null)])
      record(table, [read('1', wrong, 0)])
      record(table, [read('2', right, 1, 0.94)])
      expect(shown(table)).toMatchObject([{ carNumber: right, reads: 3 }])
      expect(idsOf(table, right)).toEqual([survivor])
    }
  })

  test('a visit keeps its id while a read of it stays, and is split where the reads between are gone', () => {
    const table = emptyTable()
    record(table, [read('0', wrong, 0, 0.9, null), read('1', wrong, 8), read('3', wrong, 16, 0.9, null)])
    expect(idsOf(table, wrong)).toEqual(['v1'])
    record(table, [read('2', right, 9, 0.94)])
    expect(shown(table)).toMatchObject([
      { carNumber: right, reads: 2 },
      { carNumber: wrong, reads: 1, firstReadAt: evening },
      { carNumber: wrong, reads: 1, firstReadAt: evening + 16 * minute },
    ])
    expect(idsOf(table, wrong)[0]).toBe('v1')
  })
})
