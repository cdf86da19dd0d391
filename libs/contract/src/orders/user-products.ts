import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, Reason, SearchText, Strict, type Typed } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'
import { userProductStates } from './values.ts'

export const UserProductState = Type.Enum([...userProductStates])
export type UserProductState = Typed<typeof UserProductState>

/** A product that a member has. */
export const UserProduct = Type.Object({
  id: Id,
  productId: Id,
  productName: Type.String(),
  type: ProductType,
  state: UserProductState,
  startsAt: Instant,
  endsAt: Nullable(Instant),
  remainingUses: Nullable(Type.Integer({ description: 'Null is unlimited' })),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'Null for one granted by an administrator' })),
  nextBillingAt: Nullable(Instant),
})
export type UserProduct = Typed<typeof UserProduct>

export const UserProductSummary = Type.Object({
  ...UserProduct.properties,
  memberId: Id,
  memberName: Type.String(),
  createdAt: Instant,
})
export type UserProductSummary = Typed<typeof UserProductSummary>

const query = Strict({
  q: Type.Optional(SearchText),
  memberId: Type.Optional(Id),
  productId: Type.Optional(Id),
  state: Type.Optional(UserProductState),
  ...pageable('createdAt', 'startsAt', 'endsAt'),
})

export const userProductOperations = {
  listMyProducts: {
    http: 'GET /api/me/products',
    access: 'member',
    summary: 'The products that you have',
    input: Strict({ ...pageable('startsAt', 'endsAt') }),
    result: Page(UserProduct),
  },
  stopRenewal: {
    http: 'POST /api/me/products/{id}/cancel',
    access: 'member',
    summary: 'Stop the renewal of a subscription: the paid period stays, and one whose renewal is not paid ends',
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: ['USER_PRODUCT_NOT_FOUND', 'USER_PRODUCT_STATE_INVALID'],
  },
  listUserProducts: {
    http: 'GET /admin/api/userProducts',
    access: 'admin',
    summary: 'Search what members have',
    input: query,
    result: Page(UserProductSummary),
  },
  exportUserProducts: {
    http: 'GET /admin/api/userProducts/export',
    access: 'admin',
    summary: 'The list of user products as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
  grantUserProduct: {
    http: 'POST /admin/api/userProducts',
    access: 'admin',
    summary: 'Give a member a product without an order, a subscription for one period',
    input: Strict({ memberId: Id, productId: Id, startsAt: Type.Optional(Instant), reason: Reason }),
    result: UserProductSummary,
    status: 201,
    idempotent: true,
    errors: ['MEMBER_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
  },
  cancelUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/cancel',
    access: 'admin',
    summary: 'Take a product back from a member; nothing is paid back',
    input: Strict({ id: Id, reason: Reason }),
    result: UserProductSummary,
    idempotent: true,
    errors: ['USER_PRODUCT_NOT_FOUND', 'USER_PRODUCT_STATE_INVALID'],
  },
} as const satisfies Record<string, Spec>
