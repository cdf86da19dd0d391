import * as Type from 'typebox'
import { TypedCarNumber } from '../member/cars.ts'
import { Id, Instant, Nothing, Nullable, Reason, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { plateListKinds } from './values.ts'

/** The largest number of plates on the lists of one store, and on the lists of all stores. */
export const maxListedPlates = 2_000

const kind = Type.Enum([...plateListKinds], {
  description: '`vip`, `staff`: the gate opens; `blocked`: it never opens',
  examples: ['vip'],
})

/** A plate on a list. */
export const ListedPlate = Type.Object({
  id: Id,
  carNumber: Type.String({ examples: ['12가3456'] }),
  kind,
  storeId: Nullable(Type.String({ format: 'uuid', description: 'Null: all stores' })),
  reason: Type.String({ examples: ['대표님 차량이에요.'] }),
  expiresAt: Nullable(Instant),
  createdAt: Instant,
})
export type ListedPlate = Typed<typeof ListedPlate>

export const listedPlateOperations = {
  createListedPlate: {
    http: 'POST /admin/api/listedPlates',
    audits: '번호 목록 추가',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Add a plate to the VIPs, the staff or the blocked plates',
    description: `Applies to one store, or without \`storeId\` to all stores, from the next read on. A plate is on at
      most one list of a store: a new entry replaces the earlier one. The entry of the store has precedence over that
      of all stores, unless the latter is \`blocked\`. The change is recorded in the audit log.`,
    input: Strict({
      carNumber: TypedCarNumber,
      kind,
      storeId: Type.Optional(Id),
      reason: Reason('대표님 차량이에요.'),
      expiresAt: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'End of the entry, in the future',
          examples: ['2999-12-31T15:00:00.000Z'],
        }),
      ),
    }),
    result: ListedPlate,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` belongs to no store or to a permanently closed one.',
      FORBIDDEN: 'The administrator is limited to stores, and `storeId` is absent.',
      LISTED_PLATE_LIMIT: `The lists of the store, or of all stores, have ${maxListedPlates.toLocaleString('en')} plates.`,
      VALIDATION_FAILED: '`carNumber` is not a Korean number plate, or `expiresAt` has passed.',
    },
  },
  listListedPlates: {
    http: 'GET /admin/api/listedPlates',
    access: 'admin',
    permission: 'devices.read',
    scope: 'stores',
    summary: 'List the plates on lists, newest first',
    description: `Returns a page of entries that have not expired, newest first unless \`sort\` is given; \`storeId\` selects
      those of one store. An administrator of certain stores gets the entries of these stores only, although those of all
      stores apply there, too.`,
    input: Strict({
      ...pageable('createdAt', 'carNumber'),
      storeId: Type.Optional(Id),
      kind: Type.Optional(Type.Enum([...plateListKinds])),
    }),
    result: Page(ListedPlate),
  },
  deleteListedPlate: {
    http: 'DELETE /admin/api/listedPlates/{id}',
    resource: 'listedPlate',
    audits: '번호 목록 삭제',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Remove a plate from its list',
    description: 'Applies from the next read on. The change is recorded in the audit log.',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: { LISTED_PLATE_NOT_FOUND: 'No entry has this id, or it has expired.' },
  },
} as const satisfies Record<string, Spec>
