import type { Coupon } from '@kingcar/contract'
import type { Tone } from '../components/controls.tsx'
import { dateOf, spanOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'

/** The discount of a coupon: `50%, 최대 10,000원`. */
export function discountText({ discountWon, discountPercent, maximumDiscount }: Coupon): string {
  if (discountPercent === null) return wonOf(discountWon ?? 0)
  const percent = text.percentOf(discountPercent)
  return maximumDiscount === null ? percent : text.upTo(percent, wonOf(maximumDiscount))
}

/** The state of a coupon, with its tone. */
export function stateOf({ endedAt, fromDate, untilDate }: Coupon, now: number): [label: string, tone: Tone] {
  const today = dateOf(now)
  if (endedAt !== null || (untilDate !== null && untilDate < today)) return [text.states.ended, 'neutral']
  return fromDate !== null && today < fromDate ? [text.states.planned, 'neutral'] : [text.states.current, 'ok']
}

/** The days on which a coupon applies. */
export function periodText({ fromDate, untilDate }: Coupon): string {
  return fromDate === null && untilDate === null ? text.always : spanOf(fromDate ?? '', untilDate ?? '')
}
