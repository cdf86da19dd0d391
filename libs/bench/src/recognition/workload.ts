import { randomBytes, randomUUID } from 'node:crypto'

/** A plate that comes to a store: a visit of five reads. */
export type Stay = { carNumber: string; storeId: string; deviceId: string }

export type Workload = {
  stores: readonly { id: string; name: string }[]
  devices: readonly { id: string; storeId: string; secret: string }[]
  plates: readonly string[]
  /**
   * Stays by number. A plate comes to each store once, so that no two are one visit: after so many as there are pairs of
   * a plate and a store there are no more.
   */
  stays(from: number, count: number): Stay[]
}

/** How often a car is read while it stays. */
export const readsOfStay = 5

const storeCount = 20
/** So many that at a steady rate each keeps to its 20 reads a second. */
const devicesOfStore = 20
const syllables = '가나다라마거너더러머'

const plateOf = (n: number) => `${10 + (n % 60)}${syllables[n % syllables.length]}${1_000 + Math.floor(n / 60)}`

/** Stores, some recognizers in each, and cars. */
export function createWorkload(plateCount: number): Workload {
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
    if (round >= storeCount) throw new Error('every car has been at every store')
    const store = (n + round) % storeCount
    const device = devices[
      store * devicesOfStore + (Math.floor(n / storeCount) % devicesOfStore)
    ] as Workload['devices'][number]
    return { carNumber: plates[n % plateCount] as string, storeId: device.storeId, deviceId: device.id }
  }
  return {
    stores,
    devices,
    plates,
    stays: (from, count) => Array.from({ length: count }, (_, at) => stayOf(from + at)),
  }
}

export type Arrival = { at: number; stay: Stay }

/** Part of the whole time over which the reads of a stay are spread. */
const lengthOfStay = 0.2

/**
 * All reads of stays in the order in which they arrive, each at a place in time between 0 and 1. Stays begin evenly and
 * lie over each other, so that the reads of one are far apart and another's are between them.
 */
export function arrivalsOf(stays: readonly Stay[]): Arrival[] {
  const arrivals = stays.flatMap((stay, n) => {
    const begin = (n / stays.length) * (1 - lengthOfStay)
    const later = Array.from({ length: readsOfStay - 1 }, () => begin + Math.random() * lengthOfStay)
    return [begin, ...later].map((at) => ({ at, stay }))
  })
  return arrivals.sort((a, b) => a.at - b.at)
}

/** What a recognizer publishes: subject and JSON, some 250 bytes. */
export function readOf({ carNumber, storeId, deviceId }: Stay, recognizedAt: Date): { subject: string; data: string } {
  const read = {
    readId: randomUUID(),
    carNumber,
    confidence: 0.97,
    recognizedAt,
    direction: 'in',
    imageId: randomUUID(),
    boundingBox: { x: 812, y: 440, width: 196, height: 48 },
  }
  return { subject: `recognition.read.${storeId}.${deviceId}`, data: JSON.stringify(read) }
}
