import fc from 'fast-check'
import type { Operation } from '../../openapi-document.ts'

/*
 * Requests are generated before objects and their ids exist. A placeholder such as `⟦car:other:3⟧` is replaced by an id
 * when the request is sent, so that a seed always gives the same requests.
 */

export const kinds = [
  ...(['admin', 'member', 'spareMember', 'screen', 'store', 'product', 'notice', 'banner', 'terms', 'image'] as const),
  ...(['car', 'carBrand', 'card', 'order', 'userProduct', 'useLog', 'device', 'visit', 'deadLetter', 'read'] as const),
  ...([
    'rehearsal',
    'invitation',
    'apiKey',
    'webhookEndpoint',
    'listedPlate',
    'alertRule',
    'coupon',
    'adminSession',
    'passkey',
    'owedReturn',
    'settlement',
    'agreement',
    'settingKey',
    'accessToken',
    'refreshToken',
    'merchantUid',
    'impUid',
  ] as const),
] as const
export type Kind = (typeof kinds)[number]
export const whoseKinds = ['own', 'other', 'deleted', 'missing'] as const
export type Whose = (typeof whoseKinds)[number]

/** Kinds that belong to one member. */
export const memberOwned: readonly Kind[] = ['car', 'card', 'order', 'userProduct', 'useLog', 'image']

const pattern = /⟦(\w+):(\w+):(\d+)⟧/g

export type Reference = { kind: Kind; whose: Whose; nth: number }

export const referenceText = ({ kind, whose, nth }: Reference): string => `⟦${kind}:${whose}:${nth}⟧`

/** Replaces each placeholder of a text. */
export const replaceReferences = (text: string, find: (reference: Reference) => string): string =>
  text.includes('⟦')
    ? text.replaceAll(pattern, (_, kind: Kind, whose: Whose, nth: string) => find({ kind, whose, nth: Number(nth) }))
    : text

/** An id, mostly of an existing object that the caller may use. */
export function referenceTo(kind: Kind): fc.Arbitrary<string> {
  const whose = fc.oneof(
    { weight: 12, arbitrary: fc.constant('own' as const) },
    { weight: 3, arbitrary: fc.constant('other' as const) },
    { weight: 1, arbitrary: fc.constantFrom('deleted' as const, 'missing' as const) },
  )
  return fc.record({ kind: fc.constant(kind), whose, nth: fc.nat({ max: 9 }) }).map(referenceText)
}

/** Kinds by field name, in any operation. */
const byField: Readonly<Record<string, Kind>> = {
  carBrandId: 'carBrand',
  imageId: 'image',
  imageIds: 'image',
  storeId: 'store',
  storeIds: 'store',
  productId: 'product',
  productIds: 'product',
  couponId: 'coupon',
  carId: 'car',
  cardId: 'card',
  orderId: 'order',
  termsId: 'terms',
  agreedTermsIds: 'terms',
  with: 'terms',
  noticeId: 'notice',
  bannerId: 'banner',
  memberId: 'member',
  deviceId: 'device',
  readId: 'read',
  actorId: 'admin',
  adminId: 'admin',
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  merchant_uid: 'merchantUid',
  impUid: 'impUid',
  imp_uid: 'impUid',
}

/** Kinds by the path segment before `{id}`. */
const bySegment: Readonly<Record<string, Kind>> = {
  admins: 'admin',
  members: 'member',
  cars: 'car',
  cards: 'card',
  screens: 'screen',
  products: 'product',
  stores: 'store',
  userProducts: 'userProduct',
  useLogs: 'useLog',
  devices: 'device',
  visits: 'visit',
  deadLetters: 'deadLetter',
  rehearsals: 'rehearsal',
  invitations: 'invitation',
  apiKeys: 'apiKey',
  webhookEndpoints: 'webhookEndpoint',
  listedPlates: 'listedPlate',
  alertRules: 'alertRule',
  coupons: 'coupon',
  sessions: 'adminSession',
  passkeys: 'passkey',
  owedReturns: 'owedReturn',
  settlements: 'settlement',
  banners: 'banner',
  appSettings: 'settingKey',
}

/** The kind of an id in a request; undefined if the document does not say it. */
export function kindOf({ id, path }: Operation, field: string): Kind | undefined {
  if (field === 'id' && path.startsWith('/api/me/products/')) return 'userProduct'
  if (
    /^(endMemberSessions|releasePhone|grantUserProduct|sellProduct|priceCounterSale)$/.test(id) &&
    /^(id|memberId)$/.test(field)
  )
    return 'spareMember'
  if (id === 'withdrawAgreement') return 'agreement'
  if (field === 'id' && path === '/admin/api/banners') return 'banner'
  if (field === 'id' && path === '/admin/api/products') return 'product'
  if (field === 'id' || field === 'key') {
    const segment = path.split('/').find((_, at, all) => all[at + 1] === `{${field}}`)
    return segment === undefined ? undefined : bySegment[segment]
  }
  return byField[field]
}
