import type { Product } from '@kingcar/contract'
import { productTypeLabels } from '@kingcar/contract'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'

type Terms = Pick<Product, 'type' | 'billingMonths' | 'useLimit'>

/** Summary of a product: `정기권 · 매달 · 4회`. */
export function termsOf({ type, billingMonths, useLimit }: Terms): string {
  const months = billingMonths ?? 1
  return [
    productTypeLabels[type],
    type === 'subscribe' && (months === 1 ? text.monthly : text.every(amount(months))),
    useLimit === null ? text.unlimited : text.uses(amount(useLimit)),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Where a product can be used, as text. */
export const placesOf = (storeIds: readonly string[]): string =>
  storeIds.length === 0 ? text.everyStore : text.someStores(amount(storeIds.length))
