import { AppError, type Range, seoulOffsetMs } from '@kingcar/contract'

const hour = 60 * 60_000
/** Milliseconds. */
const lengths = { hour, day: 24 * hour } as const
export type Length = keyof typeof lengths

/** Most periods that one answer names. */
const maxPeriods = 10_000
const tooMany = {
  path: 'to',
  ko: '한 번에 10,000개 구간까지 볼 수 있어요.',
  en: 'At most 10,000 periods are allowed.',
}

/** When a period begins, in Unix milliseconds, and its name: `2026-01-31` or `2026-01-31T09`. */
type Period = { start: number; name: string }

/**
 * Every hour or day in Asia/Seoul of which a range has a part, in order.
 * @throws AppError VALIDATION_FAILED where there are more than 10,000
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

/** Its UTC fields read as the clock on a wall in Seoul. */
const nameOf = (seoul: number, by: Length) =>
  new Date(seoul).toISOString().slice(0, by === 'day' ? 'YYYY-MM-DD'.length : 'YYYY-MM-DDTHH'.length)
