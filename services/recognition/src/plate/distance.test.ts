import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateDistance } from './distance.ts'

test.each([
  ['12가3456', '12거3456', '12나3456'],
  ['123가4567', '23가4567', '34나4567'],
  ['128가4567', '123가4567', '124가4567'],
  ['서울12바3456', '12바3456', '34나3456'],
  ['12가3456', '12나3456', '34나3456'],
  ['12가3456', '112가3456', '112나3456'],
])('%s is more similar to %s than to %s', (plate, liker, other) => {
  expect(plateDistance(plate, liker)).toBeLessThan(plateDistance(plate, other))
})

test('property: the distance is a metric (identity, symmetry, triangle inequality)', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123가거나서울'), maxLength: 9 })
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(plateDistance(a, b) === 0).toBe(a === b)
      expect(plateDistance(a, b)).toBe(plateDistance(b, a))
      expect(plateDistance(a, c)).toBeLessThanOrEqual(plateDistance(a, b) + plateDistance(b, c))
    }),
  )
})
