import { randomBytes, randomUUID } from 'node:crypto'

/** A plate that comes to a store: a visit of five reads. */
export type Stay = { carNumber: string; storeId: string; deviceId: string }

export type Workload = {
  stores: readonly { id: string; name: string }[]
  devices: readonly { id: string; storeId: string; secret: string }[]
  plates: readonly string[]
  /**
   * Stays by number. A plate comes to each store once, so that no two stays are one visit: there are as many stays as
   * pairs of a plate and a store.
   */
  stays(from: number, count: number): Stay[]
}

/** Reads of a car during its stay. */
export const readsOfStay = 5

type Places = {
  stores: number
  /** Enough that at a steady rate each keeps its limit of 20 reads per second. */
  devicesOfStore: number
}
const usualPlaces: Places = { stores: 20, devicesOfStore: 20 }
const syllables = '가나다라마거너더러머'
/** A prime, of which no number of plates or devices here is a multiple: consecutive numbers are far apart. */
export const stride = 7_919

const mostPlates = 5_400_000
/** Coprime to `mostPlates`, and near its golden section, so that consecutive plates differ in most characters. */
const plateStride = 3_337_351

/**
 * Up to `mostPlates` different plates, spread over all of them like those of a town: few are confused with another, while
 * consecutive numbers would be misreadings of each other.
 */
function plateOf(at: number): string {
  const n = (at * plateStride) % mostPlates
  const number = Math.floor(n / 60)
  const syllable = syllables[(n + Math.floor(number / 9_000)) % syllables.length]
  return `${10 + (n % 60)}${syllable}${1_000 + (number % 9_000)}`
}

/** Stores, recognizers in each, and cars. */
export function createWorkload(plateCount: number, { stores: storeCount, devicesOfStore } = usualPlaces): Workload {
  const stores = Array.from({ length: storeCount }, (_, at) => ({ id: randomUUID(), name: `매장 ${at + 1}` }))
  const devices = stores.flatMap(({ id: storeId }) =>
    Array.from({ length: devicesOfStore }, () => ({
      id: randomUUID(),
      storeId,
      secret: randomBytes(32).toString('base64url'),
    })),
  )
  const plates = Array.from({ length: plateCount }, (_, at) => plateOf(at))
  const stayOf = (n: number): Stay => {
    const round = Math.floor(n / plateCount)
    if (round >= storeCount) throw new Error('every car has been to every store')
    const store = (n + round) % storeCount
    const device = devices[
      store * devicesOfStore + (Math.floor(n / storeCount) % devicesOfStore)
    ] as Workload['devices'][number]
    return { carNumber: plates[(n * stride) % plateCount] as string, storeId: device.storeId, deviceId: device.id }
  }
  return {
    stores,
    devices,
    plates,
    stays: (from, count) => Array.from({ length: count }, (_, at) => stayOf(from + at)),
  }
}

export type Arrival = { at: number; stay: Stay }

/** The share of the whole time over which the reads of a stay are spread. */
const lengthOfStay = 0.2

/**
 * All reads of the stays in order of arrival, each at a time between 0 and 1. Stays start evenly and overlap, so that
 * the reads of one stay are interleaved with those of others.
 */
export function arrivalsOf(stays: readonly Stay[]): Arrival[] {
  const arrivals = stays.flatMap((stay, n) => {
    const begin = (n / stays.length) * (1 - lengthOfStay)
    const later = Array.from({ length: readsOfStay - 1 }, () => begin + Math.random() * lengthOfStay)
    return [begin, ...later].map((at) => ({ at, stay }))
  })
  return arrivals.sort((a, b) => a.at - b.at)
}

/** Milliseconds until a refused read is sent again, as recognizers do. */
export const retryPause = 500

/** How a read is stored: with others, or alone. */
export type ReadKind = 'ingest' | 'read'

/** What a recognizer publishes: subject and JSON, about 250 bytes. */
export function readOf(
  { carNumber, storeId, deviceId }: Stay,
  recognizedAt: Date,
  kind: ReadKind = 'read',
): { subject: string; data: string } {
  const read = {
    readId: randomUUID(),
    carNumber,
    confidence: 0.97,
    recognizedAt,
    direction: 'in',
    imageId: randomUUID(),
    boundingBox: { x: 812, y: 440, width: 196, height: 48 },
  }
  return { subject: `recognition.${kind}.${storeId}.${deviceId}`, data: JSON.stringify(read) }
}
