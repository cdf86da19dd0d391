import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groundMeters, parseNear, toPoint } from './location.ts'

const chord = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)))

test('Seoul to Busan is 325 km', () => {
  const [seoul, busan] = [parseNear('37.5665,126.9780'), parseNear('35.1796,129.0756')]
  expect(groundMeters(chord(toPoint(seoul), toPoint(busan))) / 1000).toBeCloseTo(325, 0)
})

test.each(['90.1,0', '-91,0', '0,180.5', '0,-999'])('%s is not a valid location', (near) => {
  expect(() => parseNear(near)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
})

test('property: agrees with the haversine formula', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  fc.assert(
    fc.property(place, place, (a, b) => {
      const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
      const scale = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
      const h = half(a.latitude, b.latitude) + scale * half(a.longitude, b.longitude)
      const expected = 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)))
      expect(Math.abs(groundMeters(chord(toPoint(a), toPoint(b))) - expected)).toBeLessThan(2)
    }),
  )
})
