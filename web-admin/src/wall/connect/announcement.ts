import type { Arrival, ProductUsed } from '../../live/live-message.ts'
import { spokenPlate } from '../../ui/plate/layout.ts'
import { copy } from './copy.ts'

/** What the card and the voice say of a product that was used; one that is not counted gets no number. */
export const productText = ({ productName, remainingUses }: ProductUsed): string =>
  remainingUses === null ? copy.used(productName) : copy.usedCounted(productName, remainingUses.toLocaleString('ko-KR'))

/** What screen readers are to say of the visit on show, or of its use of a product alone. */
export function announcement({ name, carNumber, visitCount, productUsed, test }: Arrival, visit: boolean): string {
  if (test) return copy.tested(spokenPlate(carNumber))
  const sentences = visit ? [copy.visited(name, spokenPlate(carNumber), visitCount.toLocaleString('ko-KR'))] : []
  if (productUsed !== null) sentences.push(`${productText(productUsed)}.`)
  return sentences.join(' ')
}
