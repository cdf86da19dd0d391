import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, Reason, SearchText, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'
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
  remainingUses: Nullable(Type.Integer({ description: 'Null is unlimited', examples: [3] })),
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
    description: `A page of what the member has and had, what begins last first unless \`sort\` says otherwise. Available
      can be used; Unavailable has a renewal that is not paid, or has not begun; Complete is used up or over; Cancel was
      refunded or taken back.`,
    input: Strict({ ...pageable('startsAt', 'endsAt') }),
    result: Page(UserProduct),
  },
  stopRenewal: {
    http: 'POST /api/me/products/{id}/cancel',
    resource: 'userProduct',
    access: 'member',
    summary: 'Stop the renewal of a subscription: the paid period stays, and one whose renewal is not paid ends',
    description: `The product can be used until its paid period ends and is not charged again. There is no way back but
      a new order.`,
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product of this id.',
      USER_PRODUCT_STATE_INVALID: 'The product is over, is no subscription, or does not renew any more.',
    },
  },
  listUserProducts: {
    http: 'GET /admin/api/userProducts',
    access: 'admin',
    summary: 'Search what members have',
    description: `A page of what members have and had, the newest first unless \`sort\` says otherwise. \`q\` finds members
      by part of a name or its initial consonants, the last four digits of a plate or a phone, or the beginning of an
      email.`,
    input: query,
    result: Page(UserProductSummary),
  },
  exportUserProducts: {
    http: 'GET /admin/api/userProducts/export',
    access: 'admin',
    summary: 'The list of user products as CSV',
    description: `What the query finds, with members and remaining uses. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  grantUserProduct: {
    http: 'POST /admin/api/userProducts',
    audits: '이용 상품 지급',
    access: 'admin',
    summary: 'Give a member a product without an order, a subscription for one period',
    description: `Nothing is paid, and a product that is not on sale can be given, too. It begins at \`startsAt\`, now
      where that is absent, and never renews. It stands in the audit log with its reason.`,
    input: Strict({
      memberId: Id,
      productId: Id,
      startsAt: Type.Optional(Instant),
      reason: Reason('불편을 드려서 드렸어요.'),
    }),
    result: UserProductSummary,
    status: 201,
    idempotent: true,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or they have left.',
      PRODUCT_NOT_FOUND: 'No product has this id, or it was removed.',
      VALIDATION_FAILED: '`startsAt` is more than ten years away.',
    },
  },
  cancelUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/cancel',
    resource: 'userProduct',
    audits: '이용 상품 취소',
    access: 'admin',
    summary: 'Take a product back from a member; nothing is paid back',
    description: `The product is in state Cancel, can be used no more and does not renew; uses stay. Money goes back by
      a refund of its order only. It stands in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('다른 회원에게 잘못 드렸어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product is over already.',
    },
  },
} as const satisfies Record<string, Spec>
