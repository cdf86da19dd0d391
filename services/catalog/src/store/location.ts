import { AppError } from '@kingcar/contract'

export type Location = { latitude: number; longitude: number }

/** Decimals of a degree: a hundredth of a millimetre, the precision of `near`. */
const decimals = 10

/**
 * Rounds a location for storage. PostgreSQL computes its position on the sphere, and its `sin` rejects values close to
 * zero.
 */
export function roundLocation<T extends Partial<Location>>(location: T): T {
  const round = (degrees: number) => Number(degrees.toFixed(decimals)) + 0 // turns -0 into 0
  const { latitude, longitude } = location
  return Object.assign(
    {},
    location,
    latitude === undefined ? {} : { latitude: round(latitude) },
    longitude === undefined ? {} : { longitude: round(longitude) },
  )
}

const outOfRange = {
  path: 'near',
  ko: '위도와 경도가 범위를 벗어났어요.',
  en: 'Latitude or longitude is out of range.',
}

/**
 * Parses `lat,lng`, whose format the contract has checked.
 * @throws AppError VALIDATION_FAILED if latitude or longitude is out of range
 */
export function parseNear(near: string): Location {
  const [latitude = Number.NaN, longitude = Number.NaN] = near.split(',').map(Number)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw new AppError('VALIDATION_FAILED', { details: [outOfRange] })
  }
  return { latitude, longitude }
}

/** The location as a point on the unit sphere, as in the column `position`. */
export function toPoint({ latitude, longitude }: Location): [x: number, y: number, z: number] {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Mean radius of the earth (IUGG). */
const earthRadius = 6_371_008.8

/** Converts the straight line between two points of the unit sphere into metres along the ground. */
export const groundMeters = (chord: number) => Math.round(2 * earthRadius * Math.asin(Math.min(1, chord / 2)))

const radians = (degrees: number) => (degrees * Math.PI) / 180
