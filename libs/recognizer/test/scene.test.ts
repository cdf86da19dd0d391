import { isLegalPlate, normalisePlate, plateKind, plateKinds } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { misread } from '../src/play/misread.ts'
import { makePlate } from '../src/play/plates.ts'
import { seeded } from '../src/play/random.ts'
import { type SceneOptions, scene } from '../src/play/scene.ts'

const quiet: SceneOptions = { seed: '1', cars: 400, rate: 2, frames: [1, 1], misreads: 0, duplicates: 0, exits: 0 }
const lively: SceneOptions = { ...quiet, frames: [1, 5], misreads: 0.2, duplicates: 0.1, exits: 0.3 }
const see = (options: SceneOptions) => [...scene(options)]

test('the same seed gives the same cars, another seed gives others', () => {
  expect(see(lively)).toEqual(see(lively))
  expect(see({ ...lively, seed: '2' })).not.toEqual(see(lively))
})

test('cars arrive in chronological order, at the given rate and in the given number', () => {
  const sightings = see(lively)
  expect(sightings.toSorted((one, other) => one.at - other.at)).toEqual(sightings)
  expect(new Set(sightings.map(({ car }) => car)).size).toBe(400)
  const seconds = (see(quiet).at(-1)?.at ?? 0) / 1_000
  expect(seconds).toBeGreaterThan(180)
  expect(seconds).toBeLessThan(220)
})

test('each car is read within the given range, and by default without misreads, repetitions and exits', () => {
  const counts = Map.groupBy(see(lively), ({ car }) => car)
    .values()
    .map((frames) => frames.length)
  expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4, 5]))
  for (const { candidates, direction, copies, confidence } of see(quiet)) {
    expect({ candidates, direction, copies }).toEqual({ candidates: undefined, direction: 'in', copies: 1 })
    expect(confidence).toBeGreaterThan(0.87)
  }
})

test('a misread has a lower confidence and the right plate among its candidates', () => {
  const plates = ['12가3456']
  const sightings = see({ ...lively, plates })
  const wrong = sightings.filter(({ candidates }) => candidates)
  expect(wrong.length / sightings.length).toBeCloseTo(0.2, 1)
  for (const { carNumber, confidence, candidates } of wrong) {
    expect(carNumber).not.toBe('12가3456')
    expect(confidence).toBeLessThan(0.86)
    expect(candidates).toEqual([{ carNumber: '12가3456', confidence: expect.any(Number) }])
  }
})

test('some messages are repeated, and some cars inside leave', () => {
  const sightings = see(lively)
  expect(sightings.filter(({ copies }) => copies === 2).length / sightings.length).toBeCloseTo(0.1, 1)
  const leaving = sightings.filter(({ direction }) => direction === 'out')
  expect(leaving.length).toBeGreaterThan(100)
  const came = new Set(
    sightings.flatMap(({ direction, carNumber, candidates }) =>
      direction === 'in' ? [candidates?.[0]?.carNumber ?? carNumber] : [],
    ),
  )
  for (const { carNumber, candidates } of leaving) expect(came).toContain(candidates?.[0]?.carNumber ?? carNumber)
})

test('generated plates are valid, normalised, and of every kind', () => {
  const random = seeded('plates')
  const plates = Array.from({ length: 3_000 }, () => makePlate(random))
  expect(plates.filter((plate) => !isLegalPlate(plate) || normalisePlate(plate) !== plate)).toEqual([])
  expect(new Set(plates.map(plateKind))).toEqual(new Set(plateKinds))
})

test.each([
  ['123가4567', '23가4567'],
  ['80배3456', '80바3456'],
  ['12가3456', '12거3456'],
  ['12나1234', '12나7234'],
])('%s may be read as %s', (plate, other) => {
  const random = seeded(plate)
  expect(Array.from({ length: 200 }, () => misread(plate, random))).toContain(other)
})
