import type { Operation } from '../operation.ts'

/** Tags of the reference with their descriptions, in display order. */
export const tags: Record<string, string> = {
  'Sign-in': 'Joining, sessions and phone verification of members',
  Me: 'The profile and the products of the member',
  Cars: "Members' cars, and the brands sold in Korea",
  Orders: 'Orders and payments of members',
  Cards: "Members' cards",
  Catalog: 'Banners, notices, products, stores and terms as members see them',
  Images: 'Uploaded images',
  'Provider notices': 'Webhooks of payment and sign-in providers',
  Recognizers: 'Reads and images from recognizers over HTTP',
  Health: 'Health of the gateway',
  Administrators: 'Administrators and their sessions',
  'Live recognition': 'Live recognition events and wall screens',
  'App settings': 'Settings that take effect without a restart',
  'Banners (administration)': 'Banners, including hidden ones',
  'Notices (administration)': 'Notices, including drafts',
  'Products (administration)': 'Products, including those not on sale',
  'Stores (administration)': 'Stores, including hidden ones',
  'Terms (administration)': 'Every version of the terms',
  'Members (administration)': 'Members, their sessions, products and product uses',
  'Orders (administration)': 'Orders, refunds, revenue',
  'Visits (administration)': 'Visits, recognizers, and messages that are not valid reads',
  'Audit log': 'Changes made by administrators',
}

/** Tag by path; the first match applies. */
const places: readonly [place: RegExp, tag: string][] = [
  [/^\/admin\/api\/(live|screens)/, 'Live recognition'],
  [/^\/admin\/api\/appSettings/, 'App settings'],
  [/^\/admin\/api\/banners/, 'Banners (administration)'],
  [/^\/admin\/api\/notices/, 'Notices (administration)'],
  [/^\/admin\/api\/products/, 'Products (administration)'],
  [/^\/admin\/api\/stores/, 'Stores (administration)'],
  [/^\/admin\/api\/terms/, 'Terms (administration)'],
  [/^\/admin\/api\/(members|userProducts|useLogs)/, 'Members (administration)'],
  [/^\/admin\/api\/orders/, 'Orders (administration)'],
  [/^\/admin\/api\/(visits|devices|recognition)/, 'Visits (administration)'],
  [/^\/admin\/api\/auditLogs/, 'Audit log'],
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

/** The tag of an operation. */
export function tagOf(op: Pick<Operation, 'http'>): string {
  const path = op.http.slice(op.http.indexOf(' ') + 1)
  return places.find(([place]) => place.test(path))?.[1] ?? 'Sign-in'
}
