import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTrackReadings, misplacedReads, plateOfTrack, type TrackReading, trackOf } from './track.ts'

const reading = (fields: Partial<TrackReading> = {}): TrackReading => ({
  storeId: 's',
  deviceId: 'd',
  readId: 'r',
  trackId: 't',
  carNumber: '31가7654',
  readAs: '31가7654',
  confidence: 0.9,
  recognizedAt: Date.parse('2026-03-01T12:00:00.000Z'),
  receivedAt: Date.parse('2026-03-01T12:00:01.000Z'),
  corrected: false,
  ...fields,
})
const as = (readAs: string, confidence = 0.9, recognizedAt = 0) =>
  reading({ readAs, carNumber: readAs, confidence, recognizedAt })

test.each([
  ['the highest confidence', [as('12가3456', 0.9), as('12가3456', 0.9), as('12거3456', 0.91)], '12거3456'],
  ['then the most frequent', [as('12가3456', 0.9), as('12거3456', 0.9), as('12거3456', 0.5)], '12거3456'],
  ['then the earliest', [as('12가3456', 0.9, 2), as('12거3456', 0.9, 1)], '12거3456'],
  ['then the smallest', [as('12거3456'), as('12가3456')], '12가3456'],
])('the plate of a track: %s', (_, readings, plate) => {
  expect(plateOfTrack(readings)).toBe(plate)
})

test('property: the plate of a track does not depend on the order of its readings', () => {
  const readings = fc.array(
    fc.record({
      readAs: fc.constantFrom('12가3456', '12거3456', '12나3456'),
      confidence: fc.constantFrom(0.8, 0.9),
      recognizedAt: fc.nat(3),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const shuffled = readings.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  fc.assert(fc.property(shuffled, ([all, other]) => plateOfTrack(all) === plateOfTrack(other)))
})

test('a track ends at midnight in Asia/Seoul, and is of one device at one store', () => {
  const at = (time: string) => trackOf(reading({ recognizedAt: Date.parse(time) }))?.day
  expect([at('2026-03-01T14:59:59.999Z'), at('2026-03-01T15:00:00.000Z')]).toEqual(['2026-03-01', '2026-03-02'])
  const alone = [
    { storeId: 'x' },
    { deviceId: 'x' },
    { trackId: 'x' },
    { recognizedAt: Date.parse('2026-03-01T15:00:00Z') },
  ]
  for (const fields of alone)
    expect(
      misplacedReads(
        [reading(), { ...reading({ carNumber: '31거7654', readAs: '31거7654', confidence: 0.99 }), ...fields }],
        () => true,
      ),
    ).toEqual([])
  expect(trackOf({ ...reading(), trackId: null })).toBeUndefined()
})

test('an administrator decides: stored reads stay as they are, later ones follow', () => {
  const track = [
    reading({ readId: '1', readAs: '31거7654', carNumber: '99가9999', corrected: true }),
    reading({ readId: '2', readAs: '31거7654', carNumber: '31거7654' }),
    reading({ readId: '3', confidence: 0.99 }),
  ]
  expect(misplacedReads(track, ({ readId }) => readId === '3')).toMatchObject([{ readId: '3', to: '99가9999' }])
})

test('a track with too many readings changes no plate', () => {
  const track = Array.from({ length: maxTrackReadings }, () => as('12가3456'))
  expect(misplacedReads([...track.slice(1), as('12거3456', 0.99)], () => true)).toHaveLength(maxTrackReadings - 1)
  expect(misplacedReads([...track, as('12거3456', 0.99)], () => true)).toEqual([])
})
