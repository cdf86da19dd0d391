import type { Operation } from '../model/operation.ts'

/** Chapters of the reference, in their order. */
export const tags: Record<string, string> = {
  'Sign-in': 'Joining, sessions and phone verification of members',
  Me: 'What members see and change of themselves',
  Cars: "Members' cars, and the brands sold in Korea",
  Orders: 'Orders and payments of members',
  Cards: "Members' cards",
  Catalog: 'Banners, notices, products, stores and terms as members see them',
  Images: 'Uploaded pictures',
  'Provider notices': 'What payment and sign-in providers send by themselves',
  Recognizers: 'What recognizers send over HTTP',
  Health: 'Whether the edge is up',
  Administrators: 'Administrators and their sessions',
  'Live recognition': 'Visits as they happen, wall screens',
  'App settings': 'Settings that take effect without a restart',
  'Banners (administration)': 'Banners, hidden ones too',
  'Notices (administration)': 'Notices, drafts too',
  'Products (administration)': 'Products, also those not on sale',
  'Stores (administration)': 'Stores, hidden ones too',
  'Terms (administration)': 'Every version of the terms',
  'Members (administration)': 'Members, their sessions, what they have and used',
  'Orders (administration)': 'Orders, refunds, revenue',
  'Visits (administration)': 'Visits, recognizers, messages that could not be read',
  'Audit log': 'What administrators changed',
}

/** First match decides. */
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

/** The chapter of the reference in which an operation stands. */
export function tagOf(op: Pick<Operation, 'http'>): string {
  const path = op.http.slice(op.http.indexOf(' ') + 1)
  return places.find(([place]) => place.test(path))?.[1] ?? 'Sign-in'
}
