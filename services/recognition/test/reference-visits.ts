import { manualDeviceId } from '../src/read/read.ts'
import type { NewRead, VisitState } from '../src/visit/visit.ts'

/** A read as a device sends it; `day` is the day of its time in Asia/Seoul. */
export type ReferenceRead = NewRead & {
  carNumber: string
  confidence: number
  trackId: string | null
  day: string
  candidates?: readonly string[]
}

type Reading = Pick<ReferenceRead, 'carNumber' | 'confidence' | 'recognizedAt'>

/** Whether of these readings those of one plate are better than those of another. */
function isBetter(readings: readonly Reading[], one: string, other: string): boolean {
  const readingsOf = (plate: string) => readings.filter(({ carNumber }) => carNumber === plate)
  const bestOf = (plate: string) => Math.max(...readingsOf(plate).map(({ confidence }) => confidence))
  const firstOf = (plate: string) => Math.min(...readingsOf(plate).map(({ recognizedAt }) => recognizedAt))
  if (bestOf(one) !== bestOf(other)) return bestOf(one) > bestOf(other)
  if (readingsOf(one).length !== readingsOf(other).length) return readingsOf(one).length > readingsOf(other).length
  return firstOf(one) === firstOf(other) ? one < other : firstOf(one) < firstOf(other)
}

/** Characters that cameras confuse, in pairs. */
const pairs = [
  ...'가거 나너 다더 라러 마머 바버 바배 사서 아어 자저 하허 하호 허호'.split(' '),
  ...'고구 노누 도두 로루 모무 보부 소수 오우 조주'.split(' '),
  ...'06 08 09 17 38 56 68 69 89'.split(' '),
]

/** Every plate that differs by one such character. */
const lookalikesOf = (plate: string) =>
  pairs.flatMap((pair) => {
    const [a = '', b = ''] = pair
    return [...plate].flatMap((character, at) => {
      const other = character === a ? b : character === b ? a : undefined
      return other === undefined ? [] : [plate.slice(0, at) + other + plate.slice(at + 1)]
    })
  })

/**
 * Reference implementation of doubt for the accepted reads of one store, with the plates for which they count: tries each
 * lookalike of a plate, each candidate of its reads, and each plate whose reads have it as a candidate.
 */
export const referenceDoubts = (
  reads: readonly (Reading & { isCertain?: boolean; candidates?: readonly string[] })[],
  lookalikeMs: number,
): boolean[] =>
  reads.map((read) => {
    const near = reads.filter((other) => Math.abs(other.recognizedAt - read.recognizedAt) <= lookalikeMs)
    const named = near.flatMap(({ carNumber, candidates = [] }) => {
      if (carNumber === read.carNumber) return candidates
      return candidates.includes(read.carNumber) ? [carNumber] : []
    })
    const rivals = [...lookalikesOf(read.carNumber), ...named].filter(
      (plate) => plate !== read.carNumber && near.some(({ carNumber }) => carNumber === plate),
    )
    return lookalikeMs > 0 && !read.isCertain && rivals.some((plate) => isBetter(near, plate, read.carNumber))
  })

/**
 * Reference implementation of tracks for the accepted reads of one store: the plate of each read. Compares the plates of a
 * track in pairs.
 */
export function referencePlates(reads: readonly ReferenceRead[]): string[] {
  return reads.map(({ carNumber, trackId, deviceId, day }) => {
    if (trackId === null) return carNumber
    const track = reads.filter(
      (other) => `${other.trackId} ${other.deviceId} ${other.day}` === `${trackId} ${deviceId} ${day}`,
    )
    return track.map((reading) => reading.carNumber).reduce((one, other) => (isBetter(track, other, one) ? other : one))
  })
}

/**
 * Reference implementation of the definition for the accepted reads of one plate at one store: looks at all pairs of reads, and
 * collects what is connected.
 * @param departures when the car left, in any order
 */
export function referenceVisits(
  reads: readonly NewRead[],
  revisitMs: number,
  departures: readonly number[] = [],
): VisitState[] {
  const rank = ({ deviceId }: NewRead) => (deviceId === manualDeviceId ? '\uffff' : deviceId)
  const sorted = [...reads].sort((a, b) => a.recognizedAt - b.recognizedAt || (rank(a) < rank(b) ? -1 : 1))
  const visitOf = sorted.map((_, at) => at)
  for (const [at, earlier] of sorted.entries())
    for (const [to, later] of sorted.entries()) {
      const left = departures.some((departure) => departure >= earlier.recognizedAt && departure < later.recognizedAt)
      const apart = later.recognizedAt - earlier.recognizedAt
      if (to <= at || left || apart > (earlier.ownWindowMs ?? revisitMs)) continue
      const [own, other] = [visitOf[at], visitOf[to]]
      for (const [each, visit] of visitOf.entries()) if (visit === other) visitOf[each] = own as number
    }
  return [...Map.groupBy(sorted, (_, at) => visitOf[at]).values()].map((visit) => ({
    firstReadAt: visit[0]?.recognizedAt ?? 0,
    lastReadAt: visit.at(-1)?.recognizedAt ?? 0,
    receivedAt: Math.min(...visit.map(({ receivedAt }) => receivedAt)),
    deviceId: visit[0]?.deviceId ?? '',
    reads: visit.length,
    late: visit.every(({ receivedAt, recognizedAt }) => receivedAt - recognizedAt > 600_000),
  }))
}

/** When the visits end, which are those of one plate at one store in order; null without a departure. */
export const referenceLeftAt = (visits: readonly VisitState[], departures: readonly number[]): (number | null)[] =>
  visits.map(({ lastReadAt }, at) => {
    const until = Math.min(visits[at + 1]?.firstReadAt ?? Infinity, lastReadAt + 24 * 3_600_000 + 1)
    const own = departures.filter((left) => left >= lastReadAt && left < until)
    return own.length > 0 ? Math.min(...own) : null
  })

/** Reads in order of their time. */
export const byTime = <R extends { recognizedAt: number }>(reads: readonly R[]): R[] =>
  reads.toSorted((a, b) => a.recognizedAt - b.recognizedAt)
