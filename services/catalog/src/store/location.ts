import { AppError } from '@kingcar/contract'

export type Location = { latitude: number; longitude: number }

/** Of a degree: a hundredth of a millimetre, as exactly as `near` asks. */
const decimals = 10

/**
 * A place as it is kept. PostgreSQL computes where on the sphere it lies, and takes no sine of what is next to nothing.
 */
export function roundLocation<T extends Partial<Location>>(place: T): T {
  const round = (degrees: number) => Number(degrees.toFixed(decimals)) + 0 // which makes -0 a plain 0
  const { latitude, longitude } = place
  return Object.assign(
    {},
    place,
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
 * Reads `lat,lng`, whose form the contract has checked.
 * @throws AppError VALIDATION_FAILED where it lies on no globe
 */
export function parseNear(near: string): Location {
  const [latitude = Number.NaN, longitude = Number.NaN] = near.split(',').map(Number)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw new AppError('VALIDATION_FAILED', { details: [outOfRange] })
  }
  return { latitude, longitude }
}

/** The place as a point on a sphere of radius 1, as the column `position` holds it. */
export function toPoint({ latitude, longitude }: Location): [x: number, y: number, z: number] {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Mean radius of the earth (IUGG). */
const earthRadius = 6_371_008.8

/** Metres along the ground for the straight line between two points of the sphere of radius 1. */
export const groundMeters = (chord: number) => Math.round(2 * earthRadius * Math.asin(Math.min(1, chord / 2)))

const radians = (degrees: number) => (degrees * Math.PI) / 180
