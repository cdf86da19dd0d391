import type { Arrival, ProductUsed } from '../../live/live-message.ts'
import { spokenPlate } from '../../ui/plate/layout.ts'
import { copy } from './copy.ts'

/** Text for a used product; the remaining uses are given only for a product with a use limit. */
export const productText = ({ productName, remainingUses }: ProductUsed): string =>
  remainingUses === null ? copy.used(productName) : copy.usedCounted(productName, remainingUses.toLocaleString('ko-KR'))

/** Announcement for screen readers: of the visit with its product, or, without `visit`, of the product use only. */
export function announcement({ name, carNumber, visitCount, productUsed, test }: Arrival, visit: boolean): string {
  if (test) return copy.tested(spokenPlate(carNumber))
  const sentences = visit ? [copy.visited(name, spokenPlate(carNumber), visitCount.toLocaleString('ko-KR'))] : []
  if (productUsed !== null) sentences.push(`${productText(productUsed)}.`)
  return sentences.join(' ')
}
