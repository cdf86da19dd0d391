import type { Product } from '@kingcar/contract'
import { productTypeLabels } from '@kingcar/contract'
import { amount, wonOf } from './format.ts'

/** Texts of a product's terms. */
export const text = {
  monthly: '매달',
  every: (months: string) => `${months}개월마다`,
  uses: (n: string) => `${n}회`,
  unlimited: '횟수 제한 없음',
  cars: (n: string) => `차량 ${n}대`,
  perDay: (n: string) => `하루 ${n}회`,
  perStay: (n: string) => `방문당 ${n}회까지`,
  everyStore: '모든 매장',
  someStores: (n: string) => `매장 ${n}곳`,
} as const

type Terms = Pick<Product, 'type' | 'billingMonths' | 'useLimit' | 'carLimit' | 'usesPerDay' | 'usesPerStay'>

/** Summary of a product: `정기권 · 매달 · 4회 · 차량 1대`. */
export function termsOf({ type, billingMonths, useLimit, carLimit, usesPerDay, usesPerStay }: Terms): string {
  const months = billingMonths ?? 1
  return [
    productTypeLabels[type],
    type === 'subscribe' && (months === 1 ? text.monthly : text.every(amount(months))),
    useLimit === null ? text.unlimited : text.uses(amount(useLimit)),
    carLimit !== null && text.cars(amount(carLimit)),
    usesPerDay !== null && text.perDay(amount(usesPerDay)),
    usesPerStay > 1 && text.perStay(amount(usesPerStay)),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Where a product can be used, as text. */
export const placesOf = (storeIds: readonly string[]): string =>
  storeIds.length === 0 ? text.everyStore : text.someStores(amount(storeIds.length))

type Sold = Terms & Pick<Product, 'price' | 'storeIds'>

/** The terms at which a product is sold today, as far as they differ from those at which it was bought. */
export function changesSince(bought: Sold, today: Sold): string[] {
  const [before, now] = [bought, today].map(({ price, storeIds, ...terms }) => [wonOf(price), termsOf(terms)])
  const stores = new Set(bought.storeIds)
  const isEverywhere = stores.size === today.storeIds.length && today.storeIds.every((id) => stores.has(id))
  return [
    ...(now ?? []).filter((term, index) => term !== before?.[index]),
    ...(isEverywhere ? [] : [placesOf(today.storeIds)]),
  ]
}
