import type { PlanTerms, Product } from '@kingcar/contract'
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
  trial: (n: string) => `무료 체험 ${n}일`,
  firstPrice: (won: string) => `첫 결제 ${won}`,
  commitment: (n: string) => `약정 ${n}회`,
  pause: (n: string) => `한 해 ${n}일 일시정지`,
  validity: (n: string) => `구매 후 ${n}일`,
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

/** How a product is sold, as text: `무료 체험 7일 · 약정 3회`; empty without any such term. */
export function saleOf(values: { [K in keyof PlanTerms]?: unknown } & { type?: unknown }): string {
  const { type, validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear } = values
  const some = (value: unknown, of: (n: string) => string) =>
    typeof value === 'number' && value > 0 && of(amount(value))
  const parts =
    type === 'subscribe'
      ? [
          some(trialDays, text.trial),
          typeof firstPeriodPrice === 'number' && text.firstPrice(wonOf(firstPeriodPrice)),
          some(commitmentPeriods, text.commitment),
          some(pauseDaysPerYear, text.pause),
        ]
      : [some(validityDays, text.validity)]
  return parts.filter(Boolean).join(' · ')
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
