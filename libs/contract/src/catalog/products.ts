import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { maximumDisplayOrder, productTypes } from './values.ts'

export const ProductType = Type.Enum([...productTypes])
export type ProductType = Static<typeof ProductType>

const Place = Type.Integer({ minimum: 0, maximum: maximumDisplayOrder })

const exampleName = '월 4회 손세차'
const exampleText = '한 달에 네 번, 모든 매장에서 손으로 세차해 드려요.'

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, examples: [exampleName] }),
  description: Type.String({ maxLength: 5000, examples: [exampleText] }),
  type: ProductType,
  price: Won,
  billingMonths: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 12, description: 'Subscriptions only; 1 where absent or null' })),
  ),
  useLimit: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Uses in a period; null is unlimited. 1 where absent in a one-time product',
        examples: [4],
      }),
    ),
  ),
  storeIds: Type.Array(Id, {
    maxItems: 1000,
    uniqueItems: true,
    description: 'Where it can be used; empty: everywhere',
  }),
  imageId: Type.Optional(Nullable(Id)),
  onSale: Type.Boolean(),
  displayOrder: Type.Integer({ minimum: 0, maximum: maximumDisplayOrder, description: 'Behind the last where absent' }),
}

export const Product = Type.Object({
  id: Id,
  name: Type.String({ examples: [exampleName] }),
  description: Type.String({ examples: [exampleText] }),
  type: ProductType,
  price: Won,
  billingMonths: Nullable(Type.Integer()),
  useLimit: Nullable(Type.Integer({ examples: [4] })),
  storeIds: Type.Array(Id),
  imageId: Nullable(Id),
  onSale: Type.Boolean(),
  displayOrder: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Product = Static<typeof Product>

const byType = Strict({ productType: Type.Optional(ProductType) })

export const productOperations = {
  createProduct: {
    http: 'POST /admin/api/products',
    audits: '상품 추가',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Add a product',
    description: `It is on sale, in all stores and behind the last one unless the body says otherwise; a subscription
      is paid each month, and what is bought once can be used once. Members can order it at once. It stands in the audit
      log.`,
    input: Strict({
      ...fields,
      description: Type.Optional(fields.description),
      storeIds: Type.Optional(fields.storeIds),
      onSale: Type.Optional(fields.onSale),
      displayOrder: Type.Optional(fields.displayOrder),
    }),
    result: Product,
    status: 201,
    idempotent: true,
    bodyLimit: 192 * 1024,
    errors: {
      STORE_NOT_FOUND:
        'One of `storeIds` is of no store, or of one that was closed for good; `details` name its place.',
      IMAGE_NOT_FOUND: '`imageId` is of no picture that is still kept.',
      VALIDATION_FAILED:
        '`billingMonths` is given for a one-time product, a store is named twice, or all products would be more than 768 KiB as JSON.',
    },
  },
  listProducts: {
    http: 'GET /admin/api/products',
    access: 'admin',
    summary: 'All products by displayOrder, also those not on sale; the tag is of all of them, of whatever type',
    description: `Every product, or those of \`productType\`, without pages. The \`ETag\` is the revision of all products,
      and grows with any change: \`PATCH\` takes it in \`If-Match\`.`,
    input: byType,
    result: Type.Array(Product),
    versioned: true,
  },
  arrangeProducts: {
    http: 'PATCH /admin/api/products',
    audits: '상품 순서 변경',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary:
      'Give several products other places, all or nothing; answers the whole list, and If-Match takes the tag of the list or of any product',
    description: `Each product is named once; others keep their places. With \`If-Match\` it is refused where one of the
      named products has changed since that revision, and not where others have. Each change stands in the audit log.`,
    input: Strict({
      products: Type.Array(Strict({ id: Id, displayOrder: Place }), { minItems: 1, maxItems: 200 }),
    }),
    result: Type.Array(Product),
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'One of the ids is of no product; `details` name its place.',
      VALIDATION_FAILED: 'A product is named twice.',
    },
  },
  getProduct: {
    http: 'GET /admin/api/products/{id}',
    resource: 'product',
    access: 'admin',
    summary: 'One product',
    description: `Those that are not on sale answer, too. The \`ETag\` is the revision in which it last changed, which
      \`PATCH\` and \`DELETE\` take in \`If-Match\`.`,
    input: Strict({ id: Id }),
    result: Product,
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was removed.',
    },
  },
  updateProduct: {
    http: 'PATCH /admin/api/products/{id}',
    resource: 'product',
    audits: '상품 수정',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Change any of its fields; what was bought before stays as it was',
    description: `Changes what is named and leaves the rest; null empties a field that can be empty. Orders and what
      members have keep name, price and uses as they were sold. With another \`type\` it is paid each month, or not again,
      unless the body says otherwise. It stands in the audit log; where nothing is different nothing happens.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Product,
    versioned: true,
    bodyLimit: 192 * 1024,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was removed.',
      STORE_NOT_FOUND:
        'One of `storeIds` is of no store, or of one that was closed for good; `details` name its place.',
      IMAGE_NOT_FOUND: '`imageId` is of no picture that is still kept.',
      VALIDATION_FAILED:
        '`billingMonths` is given for a one-time product, a store is named twice, or all products would be more than 768 KiB as JSON.',
    },
  },
  deleteProduct: {
    http: 'DELETE /admin/api/products/{id}',
    resource: 'product',
    audits: '상품 삭제',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Remove a product; what was bought of it stays',
    description: `Members see and order it no more; what was bought goes on, and subscriptions renew. It stands in the
      audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was removed.',
    },
  },
  listPublicProducts: {
    http: 'GET /api/products',
    access: 'public',
    summary: 'Products on sale, by displayOrder',
    description: `Every product on sale, or those of \`productType\`, without pages; a change is seen within a second.`,
    input: byType,
    result: Type.Array(Product),
    cached: ['catalog.productChanged'],
  },
  getPublicProduct: {
    http: 'GET /api/products/{id}',
    resource: 'product',
    access: 'public',
    summary: 'One product on sale',
    description: `The price is that of now: \`POST /api/orders\` sets the amount by itself.`,
    input: Strict({ id: Id }),
    result: Product,
    cached: ['catalog.productChanged'],
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, it was removed, or it is not on sale.',
    },
  },
} as const satisfies Record<string, Spec>
