import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

const ClockTime = '(?:[01]\\d|2[0-3]):[0-5]\\d'

export const BusinessHours = Type.Object(
  {
    day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday' }),
    open: Type.String({ pattern: `^${ClockTime}$`, examples: ['09:00'] }),
    close: Type.String({
      pattern: `^(?:${ClockTime}|24:00)$`,
      description: 'Before `open`: past midnight',
      examples: ['18:00'],
    }),
  },
  { additionalProperties: false },
)
export type BusinessHours = Static<typeof BusinessHours>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['강남점'] }),
  address: Type.String({ minLength: 1, maxLength: 200, examples: ['서울 강남구 테헤란로 152'] }),
  addressDetail: Type.Optional(Nullable(Type.String({ maxLength: 200, examples: ['지하 1층'] }))),
  latitude: Type.Number({ minimum: -90, maximum: 90, examples: [37.5002] }),
  longitude: Type.Number({ minimum: -180, maximum: 180, examples: [127.0364] }),
  phone: Type.String({ minLength: 3, maxLength: 20, pattern: '^[0-9+() -]+$', examples: ['02-1234-5678'] }),
  businessHours: Type.Array(BusinessHours, { maxItems: 21 }),
  closedDates: Type.Array(CalendarDate, { maxItems: 366, uniqueItems: true }),
  imageIds: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  visible: Type.Boolean(),
}

export const Store = Type.Object({
  id: Id,
  ...fields,
  addressDetail: Nullable(Type.String({ examples: ['지하 1층'] })),
  open: Type.Boolean({ description: 'Now, by business hours and closed dates in Asia/Seoul' }),
  distanceMeters: Type.Optional(Type.Integer({ description: 'Only with `near`', examples: [850] })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Store = Static<typeof Store>

const Near = Type.String({
  pattern: '^-?\\d{1,2}(?:\\.\\d{1,10})?,-?\\d{1,3}(?:\\.\\d{1,10})?$',
  description: '`lat,lng`: sorts by distance and adds `distanceMeters`',
  examples: ['37.5665,126.978'],
})

export const storeOperations = {
  createStore: {
    http: 'POST /admin/api/stores',
    audits: '매장 추가',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Open a store',
    description: `It is visible to members at once unless \`visible\` is false. Hours that close before they open last
      past midnight; 00:00 to 24:00 is all day. Recognizers and wall screens are added to it afterwards. It stands in
      the audit log.`,
    input: Strict({
      ...fields,
      closedDates: Type.Optional(fields.closedDates),
      imageIds: Type.Optional(fields.imageIds),
      visible: Type.Optional(fields.visible),
    }),
    result: Store,
    status: 201,
    idempotent: true,
    errors: {
      IMAGE_NOT_FOUND: 'One of `imageIds` is of no picture that is still kept; `details` name its place.',
      VALIDATION_FAILED: '`name` or `address` is empty, or hours open and close at the same time.',
    },
  },
  listStores: {
    http: 'GET /admin/api/stores',
    access: 'admin',
    summary: 'List stores, hidden ones too',
    description: `A page of stores, the newest first unless \`sort\` says otherwise; those closed for good are not there.`,
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(Store),
  },
  getStore: {
    http: 'GET /admin/api/stores/{id}',
    resource: 'store',
    access: 'admin',
    summary: 'One store',
    description: `Hidden ones answer, too. The \`ETag\` is the version that \`PATCH\` and \`DELETE\` take in \`If-Match\`;
      whether the store is open now is no part of it.`,
    input: Strict({ id: Id }),
    result: Store,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed for good.',
    },
  },
  updateStore: {
    http: 'PATCH /admin/api/stores/{id}',
    resource: 'store',
    audits: '매장 수정',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Change any of its fields',
    description: `Changes what is named and leaves the rest; a list replaces the whole list. A new name stands in lists
      and on live screens from then on. It stands in the audit log; where nothing is different nothing happens.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Store,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed for good.',
      IMAGE_NOT_FOUND: 'One of `imageIds` is of no picture that is still kept; `details` name its place.',
      VALIDATION_FAILED: '`name` or `address` is empty, or hours open and close at the same time.',
    },
  },
  deleteStore: {
    http: 'DELETE /admin/api/stores/{id}',
    resource: 'store',
    audits: '매장 삭제',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Close a store for good; its history stays',
    description: `It is shown nowhere any more and takes no new devices, screens or products; visits and uses keep its
      name. It cannot be opened again. It stands in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed for good.',
      IN_USE: 'A product names the store: change or remove that one first.',
    },
  },
  listPublicStores: {
    http: 'GET /api/stores',
    access: 'public',
    summary: 'Stores that members see',
    description: `A page of visible stores, the newest first unless \`sort\` says otherwise. With \`near\` the closest come
      first, whatever \`sort\` says, each with its distance in metres as the crow flies.`,
    input: Strict({ ...pageable('createdAt', 'name'), near: Type.Optional(Near) }),
    result: Page(Store),
    cached: ['catalog.storeChanged'],
    errors: {
      VALIDATION_FAILED: '`near` lies on no globe.',
    },
  },
  getPublicStore: {
    http: 'GET /api/stores/{id}',
    resource: 'store',
    access: 'public',
    summary: 'One store that members see',
    description: `\`open\` is true where it is open now, by its hours and closed dates in Asia/Seoul.`,
    input: Strict({ id: Id }),
    result: Store,
    cached: ['catalog.storeChanged'],
    errors: {
      STORE_NOT_FOUND: 'No store has this id, it is hidden, or it was closed for good.',
    },
  },
} as const satisfies Record<string, Spec>
