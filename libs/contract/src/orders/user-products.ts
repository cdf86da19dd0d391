import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, Reason, SearchText, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'
import { userProductStates } from './values.ts'

export const UserProductState = Type.Enum([...userProductStates])
export type UserProductState = Typed<typeof UserProductState>

/** A product that a member has bought or was granted. */
export const UserProduct = Type.Object({
  id: Id,
  productId: Id,
  productName: Type.String(),
  type: ProductType,
  state: UserProductState,
  startsAt: Instant,
  endsAt: Nullable(Instant),
  remainingUses: Nullable(Type.Integer({ description: 'Null means unlimited', examples: [3] })),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'Null if an administrator granted the product' })),
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
    summary: 'List your products, including past ones',
    description: `Returns a page, the latest start first unless \`sort\` is given. State Available is usable;
      Unavailable has an unpaid renewal or has not started; Complete is used up or expired; Cancel was refunded or
      withdrawn.`,
    input: Strict({ ...pageable('startsAt', 'endsAt') }),
    result: Page(UserProduct),
  },
  stopRenewal: {
    http: 'POST /api/me/products/{id}/cancel',
    resource: 'userProduct',
    access: 'member',
    summary: 'Stop the renewal of a subscription',
    description: `The product can be used until its paid period ends and is not charged again; if its renewal is
      unpaid, it ends immediately. This cannot be undone; the member has to order again.`,
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has ended, is not a subscription, or does not renew any more.',
    },
  },
  listUserProducts: {
    http: 'GET /admin/api/userProducts',
    access: 'admin',
    summary: 'Search products of members',
    description: `Returns a page, including past products, newest first unless \`sort\` is given. \`q\` matches the
      member by any of: part of the name, its initial consonants, the last four digits of a plate or phone, the
      beginning of an email.`,
    input: query,
    result: Page(UserProductSummary),
  },
  exportUserProducts: {
    http: 'GET /admin/api/userProducts/export',
    access: 'admin',
    summary: 'Export products of members as CSV',
    description: `Contains the products that match the query, with members and remaining uses. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  grantUserProduct: {
    http: 'POST /admin/api/userProducts',
    audits: '이용 상품 지급',
    access: 'admin',
    summary: 'Grant a product to a member without an order; a subscription lasts one period',
    description: `Nothing is charged, and a product that is not on sale can be granted too. It starts at \`startsAt\`,
      or now if absent, and never renews. The change is recorded in the audit log with its reason.`,
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
      MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      VALIDATION_FAILED: '`startsAt` is more than ten years from now.',
    },
  },
  cancelUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/cancel',
    resource: 'userProduct',
    audits: '이용 상품 취소',
    access: 'admin',
    summary: 'Withdraw a product from a member without a refund',
    description: `The state becomes Cancel: the product can no longer be used and does not renew; its uses are kept.
      Only a refund of its order returns money. The change is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('다른 회원에게 잘못 드렸어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has already ended.',
    },
  },
} as const satisfies Record<string, Spec>
