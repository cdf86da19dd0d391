/** Entity names of the audit log, in the order of the navigation. */
export const entities = [
  ...[
    'visit',
    'member',
    'order',
    'owedReturn',
    'settlement',
    'userProduct',
    'useLog',
    'product',
    'store',
    'banner',
    'notice',
    'terms',
  ],
  ...[
    'device',
    'gate',
    'listedPlate',
    'screen',
    'deadLetter',
    'read',
    'rehearsal',
    'appSetting',
    'admin',
    'invitation',
    'export',
  ],
] as const

const pages: Record<string, string> = {
  visit: 'visits',
  member: 'members',
  order: 'orders',
  product: 'products',
  store: 'stores',
  banner: 'banners',
  notice: 'notices',
  terms: 'terms',
  admin: 'admins',
}
/** Entities that have a list page but no page of their own. */
const lists: Record<string, string> = {
  owedReturn: 'owedReturns',
  settlement: 'settlements',
  userProduct: 'userProducts',
  useLog: 'useLogs',
  device: 'devices',
  gate: 'gates',
  listedPlate: 'gates',
  screen: 'screens',
  deadLetter: 'deadLetters',
  read: 'reads',
  rehearsal: 'settings',
  appSetting: 'settings',
  invitation: 'admins',
}

/** Path of an entity's page, or else of its list; undefined if there is neither. */
export function pageOf(entity: string, id: string): string | undefined {
  const [page, list] = [pages[entity], lists[entity]]
  if (page !== undefined) return `/manage/${page}/${id}`
  return list === undefined ? undefined : `/manage/${list}`
}
