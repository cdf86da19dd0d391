import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

const ClockTime = '(?:[01]\\d|2[0-3]):[0-5]\\d'

export const BusinessHours = Type.Object(
  {
    day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday' }),
    open: Type.String({ pattern: `^${ClockTime}$`, examples: ['09:00'] }),
    close: Type.String({
      pattern: `^(?:${ClockTime}|24:00)$`,
      description: 'A time before `open` is on the next day',
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
  phone: Type.String({
    minLength: 3,
    maxLength: 20,
    pattern: '^(?:[+() -]*[0-9]){3}[0-9+() -]*$', // digits, not only signs
    examples: ['02-1234-5678'],
  }),
  businessHours: Type.Array(BusinessHours, { maxItems: 21 }),
  closedDates: Type.Array(CalendarDate, { maxItems: 366, uniqueItems: true }),
  imageIds: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  visible: Type.Boolean(),
}

export const Store = Type.Object({
  id: Id,
  ...fields,
  addressDetail: Nullable(Type.String({ examples: ['지하 1층'] })),
  open: Type.Boolean({
    description: 'Whether the store is open now, by business hours and closed dates in Asia/Seoul',
  }),
  distanceMeters: Type.Optional(Type.Integer({ description: 'Present only with `near`', examples: [850] })),
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Create a store',
    description: `Members see the store immediately unless \`visible\` is false. Hours whose \`close\` is before
      \`open\` end on the next day; 00:00 to 24:00 is all day. Recognizers and wall screens are added to the store
      afterwards. The change is recorded in the audit log.`,
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
      IMAGE_NOT_FOUND: 'One of `imageIds` refers to no existing image; `details` gives its position.',
      VALIDATION_FAILED: '`name` or `address` is blank, or business hours open and close at the same time.',
    },
  },
  listStores: {
    http: 'GET /admin/api/stores',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'stores',
    summary: 'List stores, including hidden ones',
    description: 'Returns a page, newest first unless `sort` is given; permanently closed stores are not included.',
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(Store),
  },
  getStore: {
    http: 'GET /admin/api/stores/{id}',
    resource: 'store',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'stores',
    summary: 'Get one store',
    description: `Hidden stores are returned as well. The \`ETag\` is the version that \`PATCH\` and \`DELETE\` accept
      in \`If-Match\`; it does not depend on \`open\`.`,
    input: Strict({ id: Id }),
    result: Store,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed permanently.',
    },
  },
  updateStore: {
    http: 'PATCH /admin/api/stores/{id}',
    resource: 'store',
    audits: '매장 수정',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Change a store',
    description: `Fields that are absent keep their value; a list replaces the whole list. Lists and live screens show
      a new name from then on. The change is recorded in the audit log; a request that changes nothing is a no-op.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Store,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed permanently.',
      IMAGE_NOT_FOUND: 'One of `imageIds` refers to no existing image; `details` gives its position.',
      VALIDATION_FAILED: '`name` or `address` is blank, or business hours open and close at the same time.',
    },
  },
  deleteStore: {
    http: 'DELETE /admin/api/stores/{id}',
    resource: 'store',
    audits: '매장 삭제',
    emits: ['catalog.storeChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Close a store permanently; its history is kept',
    description: `The store is no longer shown and accepts no new recognizers, screens or products; visits and uses
      keep its name. With \`withDevices=true\` its recognizers and wall screens end too, within seconds. This cannot be
      undone. The change is recorded in the audit log.`,
    input: Strict({
      id: Id,
      withDevices: Type.Optional(
        Type.Boolean({ description: 'Required to be true while the store has recognizers or wall screens' }),
      ),
    }),
    result: Nothing,
    versioned: true,
    errors: {
      STORE_NOT_FOUND: 'No store has this id, or it was closed permanently.',
      IN_USE: `A product refers to the store: change or delete that product first. Or it has recognizers or wall screens
        (\`details\` names them) without \`withDevices\`.`,
      UNAVAILABLE: 'It is unknown at the moment whether the store has recognizers or wall screens.',
    },
  },
  listPublicStores: {
    http: 'GET /api/stores',
    access: 'public',
    summary: 'List the stores that members can see',
    description: `Returns a page of visible stores, newest first unless \`sort\` is given. With \`near\` the closest
      stores come first regardless of \`sort\`, each with its straight-line distance in metres.`,
    input: Strict({ ...pageable('createdAt', 'name'), near: Type.Optional(Near) }),
    result: Page(Store),
    cached: ['catalog.storeChanged'],
    errors: {
      VALIDATION_FAILED: 'Latitude or longitude of `near` is out of range.',
    },
  },
  getPublicStore: {
    http: 'GET /api/stores/{id}',
    resource: 'store',
    access: 'public',
    summary: 'Get one store that members can see',
    description: '`open` is true if the store is open now, by its hours and closed dates in Asia/Seoul.',
    input: Strict({ id: Id }),
    result: Store,
    cached: ['catalog.storeChanged'],
    errors: {
      STORE_NOT_FOUND: 'No store has this id, it is hidden, or it was closed permanently.',
    },
  },
} as const satisfies Record<string, Spec>
