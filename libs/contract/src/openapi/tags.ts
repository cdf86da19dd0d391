import type { Operation } from '../model/operation.ts'

/** Chapters of the API reference, in order. */
export const tags: Record<string, string> = {
  'Sign-in': 'Joining, sessions and phone verification of members',
  Me: 'The profile of the member who calls',
  Cars: "Members' cars, and the brands sold in Korea",
  Orders: 'Orders and payments of the member who calls',
  Cards: 'Payment cards of members',
  Catalog: 'Banners, notices, products, stores and terms for members',
  Images: 'Uploaded pictures',
  'Provider notices': 'Webhooks of payment and sign-in providers',
  Recognizers: 'Reads of recognizers over HTTP',
  Health: 'Health of the gateway',
  Administrators: 'Administrators and their sessions',
  'Live recognition': 'Live visits, and wall screens',
  'App settings': 'Settings that take effect without a restart',
  'Banners (administration)': 'Banners, including hidden ones',
  'Notices (administration)': 'Notices, including drafts',
  'Products (administration)': 'Products, including those not on sale, and coupons',
  'Stores (administration)': 'Stores, including hidden ones',
  'Terms (administration)': 'Every version of the terms',
  'Members (administration)': 'Members, their sessions, products and uses',
  'Orders (administration)': 'Orders, refunds, money owed to members, revenue',
  'Visits (administration)': 'Visits, recognizers and dead letters',
  Statistics: 'Figures by period and group, with comparisons; the open tasks of administrators, and alerts',
  'Audit log': 'Changes by administrators',
}

/** The first match decides. */
const tagsByPath: readonly [path: RegExp, tag: string][] = [
  [/^\/admin\/api\/(live|screens)/, 'Live recognition'],
  [/^\/admin\/api\/(appSettings|messageTemplates)/, 'App settings'],
  [/^\/admin\/api\/banners/, 'Banners (administration)'],
  [/^\/admin\/api\/notices/, 'Notices (administration)'],
  [/^\/admin\/api\/(products|coupons)/, 'Products (administration)'],
  [/^\/admin\/api\/(visits|devices|stores\/\{id\}\/gate|listedPlates|recognition)/, 'Visits (administration)'],
  [/^\/admin\/api\/stores/, 'Stores (administration)'],
  [/^\/admin\/api\/terms/, 'Terms (administration)'],
  [/^\/admin\/api\/(members|userProducts|useLogs)/, 'Members (administration)'],
  [/^\/admin\/api\/(orders|owedReturns|counterSales|settlements|statements)/, 'Orders (administration)'],
  [/^\/admin\/api\/(attention|alert|demo|statistics)/, 'Statistics'],
  [/^\/admin\/api\/(auditLogs|accessLogs)/, 'Audit log'],
  [/^\/admin\/api\//, 'Administrators'],
  [/^\/api\/(orders\/webhook|social\/)/, 'Provider notices'],
  [/^\/api\/me(\/|$)/, 'Me'],
  [/^\/api\/(cars|carBrands)/, 'Cars'],
  [/^\/api\/orders?(\/|$)/, 'Orders'],
  [/^\/api\/cards/, 'Cards'],
  [/^\/api\/(banners|notices|products|stores|terms)/, 'Catalog'],
  [/^\/api\/images/, 'Images'],
  [/^\/api\/recognition/, 'Recognizers'],
  [/^\/api\/health/, 'Health'],
  [/^\/api\//, 'Sign-in'],
]

/** The chapter of the API reference that contains the operation. */
export function tagOf(op: Pick<Operation, 'http'>): string {
  const path = op.http.slice(op.http.indexOf(' ') + 1)
  return tagsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Sign-in'
}
