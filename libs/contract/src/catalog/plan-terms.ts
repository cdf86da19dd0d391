import type { Product } from './products.ts'

/** How a product is sold, besides its price and limits. */
export type PlanTerms = Pick<
  Product,
  'validityDays' | 'firstPeriodPrice' | 'trialDays' | 'commitmentPeriods' | 'pauseDaysPerYear'
>

/** The terms of a product without given terms, and of products from earlier versions. */
export const noPlanTerms: PlanTerms = {
  ...{ validityDays: null, firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0 },
}

/** The terms of a product, as the catalog or an event of any version describes it. */
export function planTermsOf(product: { [K in keyof PlanTerms]?: PlanTerms[K] | undefined }): PlanTerms {
  const { validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear } = noPlanTerms
  return {
    validityDays: product.validityDays ?? validityDays,
    firstPeriodPrice: product.firstPeriodPrice ?? firstPeriodPrice,
    trialDays: product.trialDays ?? trialDays,
    commitmentPeriods: product.commitmentPeriods ?? commitmentPeriods,
    pauseDaysPerYear: product.pauseDaysPerYear ?? pauseDaysPerYear,
  }
}
