import { amount } from '../text/format.ts'
import { text } from './copy.ts'

/** A value of a chart with its key. */
export type Point = { key: string; value: number }

/** The largest value, the first one if several are equal; undefined if all are zero. */
export function peakOf<P extends Point>(points: readonly P[]): P | undefined {
  const most = Math.max(0, ...points.map(({ value }) => value))
  return most === 0 ? undefined : points.find(({ value }) => value === most)
}

/** Change from the previous value: its direction, and its size in whole percent of the previous value. */
export type Change = { direction: 'up' | 'down' | 'same'; percent: number } | { direction: 'new' | 'none' }

export function changeOf(now: number, before: number): Change {
  if (before === 0) return { direction: now === 0 ? 'none' : 'new' }
  const percent = Math.round((100 * (now - before)) / Math.abs(before))
  return { direction: directionOf(percent), percent }
}

const directionOf = (percent: number) => (percent > 0 ? 'up' : percent < 0 ? 'down' : 'same')

/** A change with its sign and in words: colour alone is not accessible. @param than the earlier period, such as `지난 기간` */
export function changeText(change: Change, than: string): string {
  if (change.direction !== 'up' && change.direction !== 'down') return text.change[change.direction](than)
  return text.change[change.direction](`${amount(Math.abs(change.percent))}%`)
}
