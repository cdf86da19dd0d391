import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUtmK } from './utm-k.ts'

const radians = Math.PI / 180
const [a, f] = [6_378_137, 1 / 298.257222101]
const e2 = f * (2 - f)

/** Metres of the meridian between two latitudes, by Simpson's rule: without any series. */
function meridian(from: number, to: number): number {
  const steps = 2_000
  const width = ((to - from) * radians) / steps
  const radius = (at: number) => (a * (1 - e2)) / (1 - e2 * Math.sin(from * radians + at * width) ** 2) ** 1.5
  const weight = (at: number) => (at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2)
  let sum = 0
  for (let at = 0; at <= steps; at += 1) sum += weight(at) * radius(at)
  return (sum * width) / 3
}

/** Metres on the ellipsoid between two near points. */
function distance([lat1, lon1]: [number, number], [lat2, lon2]: [number, number]): number {
  const middle = ((lat1 + lat2) / 2) * radians
  const w2 = 1 - e2 * Math.sin(middle) ** 2
  const north = (lat2 - lat1) * radians * ((a * (1 - e2)) / w2 ** 1.5)
  const east = (lon2 - lon1) * radians * (a / Math.sqrt(w2)) * Math.cos(middle)
  return Math.hypot(north, east)
}

test('the origin and the example of the API of juso.go.kr (성암로 301) are where they are', () => {
  const origin = fromUtmK(1_000_000, 2_000_000)
  expect(origin.latitude).toBeCloseTo(38, 7)
  expect(origin.longitude).toBe(127.5)
  const example = fromUtmK(945_959.0381341814, 1_953_851.7348996028)
  expect(example.latitude).toBeCloseTo(37.5825, 3)
  expect(example.longitude).toBeCloseTo(126.8879, 3)
})

/** Eastings and northings, and what PROJ 9.5.1 makes of them (pyproj 3.7.2, EPSG:5179 to EPSG:4737): longitudes and latitudes. */
test.each([
  [945_959.0381341814, 1_953_851.7348996028, 126.88793748501445, 37.58246873158715],
  [746_110.26, 1_463_977.21, 124.77835016837291, 33.13717547278573],
  [1_143_474.44, 1_687_103.6, 129.0754725363715, 35.16897733521138],
])('the point %d, %d is where PROJ says', (easting, northing, longitude, latitude) => {
  const found = fromUtmK(easting, northing)
  // A millimetre.
  expect(Math.abs(found.longitude - longitude)).toBeLessThan(9e-9)
  expect(Math.abs(found.latitude - latitude)).toBeLessThan(9e-9)
})

test('on the central meridian the northing is the scaled length of the meridian', () => {
  fc.assert(
    fc.property(fc.double({ min: 33, max: 39, noNaN: true }), (latitude) => {
      const { latitude: found, longitude } = fromUtmK(1_000_000, 2_000_000 + 0.9996 * meridian(38, latitude))
      expect(Math.abs(found - latitude)).toBeLessThan(1e-8)
      expect(longitude).toBe(127.5)
    }),
  )
})

test('small steps have the scale of the projection in every direction, and east mirrors west', () => {
  const east = fc.double({ min: 700_000, max: 1_300_000, noNaN: true })
  const north = fc.double({ min: 1_460_000, max: 2_080_000, noNaN: true })
  fc.assert(
    fc.property(east, north, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (easting, northing, angle) => {
      const here = fromUtmK(easting, northing)
      const there = fromUtmK(easting + 100 * Math.cos(angle), northing + 100 * Math.sin(angle))
      // k = 0.9996 · (1 + x²/2R²) of a conformal projection; R is the mean radius within 0.3 %.
      const k = 0.9996 * (1 + ((easting - 1_000_000) / 0.9996 / 6_371_000) ** 2 / 2)
      const metres = distance([here.latitude, here.longitude], [there.latitude, there.longitude])
      expect(Math.abs(metres * k - 100)).toBeLessThan(0.002)
      const mirrored = fromUtmK(2_000_000 - easting, northing)
      expect(mirrored.latitude).toBeCloseTo(here.latitude, 9)
      expect(mirrored.longitude - 127.5).toBeCloseTo(127.5 - here.longitude, 9)
    }),
  )
})
