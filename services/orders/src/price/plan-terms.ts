import type { PlanTerms } from '@kingcar/contract'

/** The terms of what was sold by earlier versions. */
export const noPlanTerms: PlanTerms = {
  ...{ validityDays: null, firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0 },
}

/** The terms of a product, as the catalog or an event of any version describes it. */
export function planTermsOf(product: { [K in keyof PlanTerms]?: PlanTerms[K] | undefined }): PlanTerms {
  const { validityDays = null, firstPeriodPrice = null } = product
  const { trialDays = 0, commitmentPeriods = 0, pauseDaysPerYear = 0 } = product
  return { validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear }
}
