/** What administrators change, as the audit log names it, in the order of the navigation. */
export const entities = [
  ...['visit', 'member', 'order', 'userProduct', 'useLog', 'product', 'store', 'banner', 'notice', 'terms'],
  ...['device', 'screen', 'deadLetter', 'appSetting', 'admin'],
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
/** Of these there are lists alone. */
const lists: Record<string, string> = {
  userProduct: 'userProducts',
  useLog: 'useLogs',
  device: 'devices',
  screen: 'screens',
  deadLetter: 'deadLetters',
  appSetting: 'settings',
}

/** Where a thing is shown, or else its kind; undefined for what has no page. */
export function pageOf(entity: string, id: string): string | undefined {
  const [page, list] = [pages[entity], lists[entity]]
  if (page !== undefined) return `/manage/${page}/${id}`
  return list === undefined ? undefined : `/manage/${list}`
}
