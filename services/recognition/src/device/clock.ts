import type { Read } from '../read/read.ts'

/*
 * Estimates the clock of a camera without heartbeats from the lateness of its reads. A single late read proves nothing:
 * it may have waited in a queue, and the reads of a queue arrive together, each with another lateness. A wrong clock
 * makes the reads of all cars late, or early, by the same time. So the last cars are compared, with one read each. A
 * read that arrives in time proves that the clock is right.
 */

/** In milliseconds. Networks and vendors' software cause a smaller lateness. */
const noticeable = 2 * 60_000
/**
 * Largest difference in milliseconds between the latenesses that a wrong clock explains: OpenALPR sends a car up to ten
 * seconds after it has passed.
 */
const maxSpread = 60_000
/** Number of cars that are compared: after a change of the clock more than half of them have to show it. */
const cars = 5
const fewestCars = 3
/** Maximum number of tracked devices; the one silent for longest is dropped. */
const maxTracked = 20_000

/** Milliseconds (24 days), the range of the columns: larger skews are stored as this one. */
const maxSkew = 2 ** 31 - 1
export const clampSkew = (ms: number): number => Math.max(-maxSkew, Math.min(maxSkew, Math.round(ms)))

/**
 * The skew of a clock, from the latenesses of reads of its last cars, the newest last: milliseconds by which the clock
 * is ahead; null if it is right, or if the last cars contradict each other; undefined while there are too few.
 */
export function skewOf(latenesses: readonly number[]): number | null | undefined {
  const newest = latenesses.at(-1)
  if (newest === undefined) return undefined
  if (Math.abs(newest) <= noticeable) return null
  if (latenesses.length < fewestCars) return undefined
  const sorted = latenesses.toSorted((a, b) => a - b)
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (most - least <= maxSpread) return clampSkew(-median)
  return latenesses.length < cars ? undefined : null
}

type TimedRead = Pick<Read, 'deviceId' | 'carNumber' | 'recognizedAt' | 'receivedAt'>

/** Takes a new read of a device; returns `skewOf` its last cars, undefined for a further read of the last car. */
export type JudgeClock = (read: TimedRead) => number | null | undefined

/** Remembers the last cars of each device in this process. */
export function createClockCheck(): JudgeClock {
  const devices = new Map<string, { carNumber: string; latenesses: number[] }>()
  return ({ deviceId, carNumber, recognizedAt, receivedAt }) => {
    const known = devices.get(deviceId)
    if (known?.carNumber === carNumber) return undefined
    const latenesses = [...(known?.latenesses ?? []), receivedAt - recognizedAt].slice(-cars)
    devices.delete(deviceId)
    devices.set(deviceId, { carNumber, latenesses })
    if (devices.size > maxTracked) devices.delete(devices.keys().next().value as string)
    return skewOf(latenesses)
  }
}
