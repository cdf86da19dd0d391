import fc from 'fast-check'
import { cardBody, nextTermsBody, storeBody } from '../../bodies.ts'
import { newPlate } from '../requests/accounts.ts'
import { hostileTexts } from '../requests/hostile-values.ts'
import type { Kind, SequenceContext, StoredObject } from './model.ts'

type Fields = Record<string, unknown>
export type Resource = {
  path: string
  table: string
  /** Fields that a write may have (contract §3 to §5); other columns are not writable. */
  writable: readonly string[]
  /** Fields of a new object; generated fields override them. */
  base: (real: SequenceContext, nth: number) => Fields
  /** Fields that are created and changed with generated values. */
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** Its public path, and whether it is shown there. */
  shown?: { path: string; when: (thing: StoredObject) => boolean }
}

const plain = fc.constantFrom('세차', '손 세차', "O'Brien", '=1+1', '😀', 'a', '가'.repeat(40), '<b>x</b>', '100%_')
/** Mostly plain texts, and hostile ones. */
const text = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts.filter((each) => each.length < 1_000)) },
)
const textOrNull = fc.option(text)
const order = fc.integer({ min: 0, max: 1_000_000 })
const past = '2026-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'

export const resources: Readonly<Record<Kind, Resource>> = {
  car: {
    path: '/api/cars',
    table: 'member.cars',
    writable: ['carNumber', 'carBrandId', 'model', 'color', 'nickname', 'imageId', 'main'],
    base: ({ brandId }) => ({ carNumber: newPlate(), carBrandId: brandId, model: '그랜저' }),
    fields: { model: text, color: textOrNull, nickname: textOrNull },
  },
  card: {
    path: '/api/cards',
    table: 'orders.cards',
    writable: ['cardNumber', 'expiry', 'birth', 'passwordTwoDigits', 'customerUid', 'alias', 'main'],
    base: () => cardBody,
    fields: { alias: textOrNull },
  },
  store: {
    path: '/admin/api/stores',
    table: 'catalog.stores',
    writable: [
      ...['name', 'address', 'addressDetail', 'latitude', 'longitude', 'phone', 'businessHours', 'closedDates'],
      ...['imageIds', 'visible'],
    ],
    base: () => storeBody,
    fields: {
      name: text,
      address: text,
      addressDetail: textOrNull,
      visible: fc.boolean(),
      closedDates: fc.constantFrom([], ['2026-12-25']),
    },
    shown: { path: '/api/stores', when: ({ visible }) => visible === true },
  },
  product: {
    path: '/admin/api/products',
    table: 'catalog.products',
    writable: [
      ...['name', 'description', 'type', 'price', 'billingMonths', 'useLimit', 'storeIds', 'imageId', 'onSale'],
      ...['carLimit', 'usesPerDay', 'usesPerStay', 'displayOrder', 'validityDays', 'firstPeriodPrice'],
      ...['trialDays', 'commitmentPeriods', 'pauseDaysPerYear'],
    ],
    base: () => ({ name: '상품', type: 'onetime', price: 1_000 }),
    fields: {
      name: text,
      description: text,
      price: fc.integer({ min: 0, max: 100_000_000 }),
      onSale: fc.boolean(),
      displayOrder: order,
    },
    shown: { path: '/api/products', when: ({ onSale }) => onSale === true },
  },
  notice: {
    path: '/admin/api/notices',
    table: 'catalog.notices',
    writable: ['title', 'content', 'pinned', 'publishedAt'],
    base: () => ({ title: '공지', content: '글' }),
    fields: { title: text, pinned: fc.boolean(), publishedAt: fc.constantFrom(null, past, future) },
    shown: {
      path: '/api/notices',
      when: ({ publishedAt }) => typeof publishedAt === 'string' && publishedAt < new Date().toISOString(),
    },
  },
  banner: {
    path: '/admin/api/banners',
    table: 'catalog.banners',
    writable: ['title', 'imageId', 'linkUrl', 'displayOrder', 'visible', 'startsAt', 'endsAt'],
    base: ({ imageId }) => ({ title: '배너', imageId }),
    fields: {
      title: text,
      displayOrder: order,
      visible: fc.boolean(),
      linkUrl: fc.constantFrom(null, 'https://kingcar.test/a'),
    },
  },
  terms: {
    path: '/admin/api/terms',
    table: 'catalog.terms',
    writable: ['type', 'title', 'content', 'required', 'effectiveAt'],
    base: () => nextTermsBody,
    fields: { title: text, required: fc.boolean() },
  },
  setting: {
    path: '/admin/api/appSettings',
    table: 'catalog.app_settings',
    writable: ['key', 'value', 'description'],
    base: (_, nth) => ({ key: `tried.setting${nth}`, value: 1 }),
    fields: {
      value: fc.oneof(text, fc.integer(), fc.constant(null), fc.constant({ a: [1] })),
      description: textOrNull,
    },
  },
}

/** Fields that change by themselves, or by actions on other objects. */
const volatile = ['updatedAt', 'updatedBy', 'open', 'main', 'imageUrl']

/** The fields of an object that keep their returned values. */
export const kept = (thing: Fields): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !volatile.includes(name)))

/** A text without its invisible characters, in one normal form, as services store it. */
const seen = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFC').replaceAll(/[\p{C}\p{Z}\s]/gu, '') : value

/** True if the stored value is the sent one; a text without visible characters may be stored as null. */
export function isKept(sent: unknown, answered: unknown): boolean {
  if (typeof sent !== 'string') return JSON.stringify(sent) === JSON.stringify(answered)
  return seen(sent) === seen(answered) || (answered === null && seen(sent) === '')
}
