import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nothing, Nullable, Strict, Subset } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

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
  name: Type.String({ minLength: 1, maxLength: 100 }),
  address: Type.String({ minLength: 1, maxLength: 200 }),
  addressDetail: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  phone: Type.String({ minLength: 3, maxLength: 20, pattern: '^[0-9+() -]+$', examples: ['02-1234-5678'] }),
  businessHours: Type.Array(BusinessHours, { maxItems: 21 }),
  closedDates: Type.Array(CalendarDate, { maxItems: 366, uniqueItems: true }),
  imageIds: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  visible: Type.Boolean(),
}

export const Store = Type.Object({
  id: Id,
  ...fields,
  addressDetail: Nullable(Type.String()),
  open: Type.Boolean({ description: 'Now, by business hours and closed dates in Asia/Seoul' }),
  distanceMeters: Type.Optional(Type.Integer({ description: 'Only with `near`' })),
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
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Open a store',
    input: Strict({
      ...fields,
      closedDates: Type.Optional(fields.closedDates),
      imageIds: Type.Optional(fields.imageIds),
      visible: Type.Optional(fields.visible),
    }),
    result: Store,
    status: 201,
    idempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
  },
  listStores: {
    http: 'GET /admin/api/stores',
    access: 'admin',
    summary: 'List stores, hidden ones too',
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(Store),
  },
  getStore: {
    http: 'GET /admin/api/stores/{id}',
    access: 'admin',
    summary: 'One store',
    input: Strict({ id: Id }),
    result: Store,
    versioned: true,
    errors: ['STORE_NOT_FOUND'],
  },
  updateStore: {
    http: 'PATCH /admin/api/stores/{id}',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Change any of its fields',
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Store,
    versioned: true,
    errors: ['STORE_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  },
  deleteStore: {
    http: 'DELETE /admin/api/stores/{id}',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    summary: 'Close a store for good; its history stays',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['STORE_NOT_FOUND', 'IN_USE'],
  },
  listPublicStores: {
    http: 'GET /api/stores',
    access: 'public',
    summary: 'Stores that members see',
    input: Strict({ ...pageable('createdAt', 'name'), near: Type.Optional(Near) }),
    result: Page(Store),
    cached: ['catalog.storeChanged'],
  },
  getPublicStore: {
    http: 'GET /api/stores/{id}',
    access: 'public',
    summary: 'One store that members see',
    input: Strict({ id: Id }),
    result: Store,
    cached: ['catalog.storeChanged'],
    errors: ['STORE_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
