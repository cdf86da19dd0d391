import { AppError, type Range, seoulOffsetMs } from '@kingcar/contract'

const hour = 60 * 60_000
/** Milliseconds. */
const lengths = { hour, day: 24 * hour } as const
export type Length = keyof typeof lengths

const maxPeriods = 10_000
const tooMany = {
  path: 'to',
  ko: '한 번에 10,000개 구간까지 볼 수 있어요.',
  en: 'Must span at most 10,000 periods.',
}

/** The start of the period in Asia/Seoul that a time is in, or with `up` of the next one unless the time is itself a start. */
export const startOf = (time: number, by: Length, round: 'up' | 'down'): number =>
  Math[round === 'up' ? 'ceil' : 'floor']((time + seoulOffsetMs) / lengths[by]) * lengths[by] - seoulOffsetMs

/** Start (Unix milliseconds) and name of a period: `2026-01-31` or `2026-01-31T09`. */
type Period = { start: number; name: string }

/**
 * All hours or days in Asia/Seoul that overlap a range, in order.
 * @throws AppError VALIDATION_FAILED if there are more than 10,000
 */
export function periodsOf({ since, until }: Range, by: Length): Period[] {
  const length = lengths[by]
  const first = Math.floor((since + seoulOffsetMs) / length)
  const end = Math.ceil((until + seoulOffsetMs) / length)
  const count = since < until ? end - first : 0
  if (count > maxPeriods) throw new AppError('VALIDATION_FAILED', { details: [tooMany] })
  return Array.from({ length: count }, (_, at) => {
    const seoul = (first + at) * length
    return { start: seoul - seoulOffsetMs, name: nameOf(seoul, by) }
  })
}

/** @param seoul milliseconds whose UTC fields are the local time in Seoul */
const nameOf = (seoul: number, by: Length) =>
  new Date(seoul).toISOString().slice(0, by === 'day' ? 'YYYY-MM-DD'.length : 'YYYY-MM-DDTHH'.length)
