/*
 * UTM-K, the coordinates of Korean registers (EPSG:5179, https://epsg.io/5179): a transverse Mercator projection of GRS 80.
 * The series of Krüger in the third flattening n, to its third order, are exact to less than a millimetre in Korea
 * (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85, 2011). KGD2002 and WGS 84 are
 * the same within a metre.
 */
const equatorialRadius = 6_378_137
const flattening = 1 / 298.257222101
const scale = 0.9996
const origin = { latitude: 38, longitude: 127.5, easting: 1_000_000, northing: 2_000_000 }

const n = flattening / (2 - flattening)
const radius = (equatorialRadius / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
const alpha = [n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3, (13 / 48) * n ** 2 - (3 / 5) * n ** 3, (61 / 240) * n ** 3]
const beta = [n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3, n ** 2 / 48 + n ** 3 / 15, (17 / 480) * n ** 3]
const delta = [2 * n - (2 / 3) * n ** 2 - 2 * n ** 3, (7 / 3) * n ** 2 - (8 / 5) * n ** 3, (56 / 15) * n ** 3]

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
const series = (factors: readonly number[], term: (order: number) => number) =>
  factors.reduce((sum, factor, at) => sum + factor * term(2 * (at + 1)), 0)

/** The rectifying latitude of the origin. */
const atOrigin = (() => {
  const sine = Math.sin(radians(origin.latitude))
  const e = (2 * Math.sqrt(n)) / (1 + n)
  const conformal = Math.atan(Math.sinh(Math.atanh(sine) - e * Math.atanh(e * sine)))
  return conformal + series(alpha, (order) => Math.sin(order * conformal))
})()

/** A point of UTM-K, in metres, as degrees in WGS 84. */
export function fromUtmK(easting: number, northing: number): { latitude: number; longitude: number } {
  const xi = (northing - origin.northing) / (scale * radius) + atOrigin
  const eta = (easting - origin.easting) / (scale * radius)
  const x = xi - series(beta, (order) => Math.sin(order * xi) * Math.cosh(order * eta))
  const y = eta - series(beta, (order) => Math.cos(order * xi) * Math.sinh(order * eta))
  const conformal = Math.asin(Math.sin(x) / Math.cosh(y))
  return {
    latitude: degrees(conformal + series(delta, (order) => Math.sin(order * conformal))),
    longitude: origin.longitude + degrees(Math.atan2(Math.sinh(y), Math.cos(x))),
  }
}
