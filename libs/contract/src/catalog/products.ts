import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { maximumCars, maximumDisplayOrder, maximumTrialDays, productTypes } from './values.ts'

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
    Nullable(Type.Integer({ minimum: 1, maximum: 12, description: 'Subscriptions only; 1 if absent or null' })),
  ),
  useLimit: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Uses per period; null means unlimited. 1 if absent in a one-time product',
        examples: [4],
      }),
    ),
  ),
  carLimit: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: maximumCars,
        description: `Cars of the member that can use it; null means any car. If absent: 1 for a subscription, null for a
          one-time product`,
        examples: [1],
      }),
    ),
  ),
  usesPerDay: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Uses per day in Asia/Seoul; null or absent means no limit',
        examples: [1],
      }),
    ),
  ),
  usesPerStay: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'Uses that one visit may record: the first is automatic, further ones are recorded by hand. 1 if absent',
      examples: [1],
    }),
  ),
  validityDays: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3_650,
        description:
          'One-time products only: days from the purchase for which it can be used; null means without an end',
        examples: [90],
      }),
    ),
  ),
  firstPeriodPrice: Type.Optional(
    Nullable(
      Type.Integer({
        ...Won,
        description:
          "Subscriptions only: what the first paid period of a member's first order costs (KRW); null means `price`",
        examples: [9_900],
      }),
    ),
  ),
  trialDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maximumTrialDays,
      description: `Subscriptions only: free days before the first charge, once for each member. At most ${maximumTrialDays}, because
        the consent to a change from free to paid may not be older (전자상거래법 제13조 제6항)`,
      examples: [7],
    }),
  ),
  commitmentPeriods: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36,
      description: `Subscriptions only: paid periods that the member agrees to; a stop by the member takes effect after
        them. 0 means that the member can stop at the end of each period`,
      examples: [3],
    }),
  ),
  pauseDaysPerYear: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 180,
      description: 'Subscriptions only: days in a calendar year for which the member can pause it; 0 means never',
      examples: [30],
    }),
  ),
  storeIds: Type.Array(Id, {
    maxItems: 1000,
    uniqueItems: true,
    description: 'Stores where it can be used; empty means all stores',
  }),
  imageId: Type.Optional(Nullable(Id)),
  onSale: Type.Boolean(),
  displayOrder: Type.Integer({
    minimum: 0,
    maximum: maximumDisplayOrder,
    description: 'Position in the list, ascending; last if absent',
  }),
}

export const Product = Type.Object({
  id: Id,
  name: Type.String({ examples: [exampleName] }),
  description: Type.String({ examples: [exampleText] }),
  type: ProductType,
  price: Won,
  billingMonths: Nullable(Type.Integer()),
  useLimit: Nullable(Type.Integer({ examples: [4] })),
  carLimit: Nullable(Type.Integer({ examples: [1] })),
  usesPerDay: Nullable(Type.Integer({ examples: [1] })),
  usesPerStay: Type.Integer({ examples: [1] }),
  validityDays: Nullable(Type.Integer({ examples: [90] })),
  firstPeriodPrice: Nullable(Type.Integer({ ...Won, examples: [9_900] })),
  trialDays: Type.Integer({ examples: [7] }),
  commitmentPeriods: Type.Integer({ examples: [3] }),
  pauseDaysPerYear: Type.Integer({ examples: [30] }),
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Create a product',
    description: `By default the product is on sale, valid in all stores and last in the order; a subscription renews
      every month and is for one car, and a one-time product can be used once, with any car. Members can order it
      immediately. The change is recorded in the audit log.`,
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
        'One of `storeIds` belongs to no store or to a permanently closed one; `details` gives its position.',
      IMAGE_NOT_FOUND: '`imageId` refers to no existing image.',
      VALIDATION_FAILED:
        'A field is given that the type of the product does not have, a store is given twice, or all products would exceed 768 KiB as JSON.',
    },
  },
  listProducts: {
    http: 'GET /admin/api/products',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'List all products by displayOrder, including those not on sale',
    description: `\`productType\` filters the list, which is not paged. The \`ETag\` is the revision of all products
      of every type and grows with every change; \`PATCH\` accepts it in \`If-Match\`.`,
    input: byType,
    result: Type.Array(Product),
    versioned: true,
  },
  arrangeProducts: {
    http: 'PATCH /admin/api/products',
    audits: '상품 순서 변경',
    emits: ['catalog.productChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Reorder several products, all or none, and return the whole list',
    description: `Each product may occur once; other products keep their position. \`If-Match\` accepts the \`ETag\`
      of the list or of any product: the request fails if one of the given products has changed since, while changes
      of other products do not matter. Each change is recorded in the audit log.`,
    input: Strict({
      products: Type.Array(Strict({ id: Id, displayOrder: Place }), { minItems: 1, maxItems: 200 }),
    }),
    result: Type.Array(Product),
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'One of the ids belongs to no product; `details` gives its position.',
      VALIDATION_FAILED: 'A product is given twice.',
    },
  },
  getProduct: {
    http: 'GET /admin/api/products/{id}',
    resource: 'product',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Get one product',
    description: `Products that are not on sale are returned as well. The \`ETag\` is the revision of its last change,
      which \`PATCH\` and \`DELETE\` accept in \`If-Match\`.`,
    input: Strict({ id: Id }),
    result: Product,
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
    },
  },
  updateProduct: {
    http: 'PATCH /admin/api/products/{id}',
    resource: 'product',
    audits: '상품 수정',
    emits: ['catalog.productChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Change a product; existing orders and purchases are not affected',
    description: `Fields that are absent keep their value; null clears an optional field. Orders and members' products
      keep the name, price and terms at which they were sold. A change of \`type\` resets the fields that
      only one type has, and \`useLimit\` and \`carLimit\` if they had the default of the old type, unless the body
      sets them. The change is recorded in the audit log; a request that changes nothing is a no-op.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Product,
    versioned: true,
    bodyLimit: 192 * 1024,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      STORE_NOT_FOUND:
        'One of `storeIds` belongs to no store or to a permanently closed one; `details` gives its position.',
      IMAGE_NOT_FOUND: '`imageId` refers to no existing image.',
      VALIDATION_FAILED:
        'A field is given that the type of the product does not have, a store is given twice, or all products would exceed 768 KiB as JSON.',
    },
  },
  deleteProduct: {
    http: 'DELETE /admin/api/products/{id}',
    resource: 'product',
    audits: '상품 삭제',
    emits: ['catalog.productChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Delete a product; purchases are kept',
    description: `Members can no longer see or order it; products that were bought stay usable. While subscriptions of
      it renew, \`subscriptions\` is required: \`keep\` lets them go on, \`stop\` ends each with its paid period, or
      immediately if its renewal is unpaid. They stop in the background, within seconds. The change is recorded in the
      audit log.`,
    input: Strict({
      id: Id,
      subscriptions: Type.Optional(
        Type.Enum(['keep', 'stop'], { description: 'Whether subscriptions of the product go on renewing' }),
      ),
    }),
    result: Nothing,
    versioned: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      LIVE_SUBSCRIPTIONS:
        'Subscriptions of the product renew (`details` has their number), and `subscriptions` is absent.',
      UNAVAILABLE: '`subscriptions` is absent, and the number of subscriptions is unknown at the moment.',
    },
  },
  listPublicProducts: {
    http: 'GET /api/products',
    access: 'public',
    summary: 'List the products on sale, by displayOrder',
    description: '`productType` filters the list, which is not paged; a change takes effect within one second.',
    input: byType,
    result: Type.Array(Product),
    cached: ['catalog.productChanged'],
  },
  getPublicProduct: {
    http: 'GET /api/products/{id}',
    resource: 'product',
    access: 'public',
    summary: 'Get one product on sale',
    description: 'The price is the current one; `POST /api/orders` sets the amount of an order itself.',
    input: Strict({ id: Id }),
    result: Product,
    cached: ['catalog.productChanged'],
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, it was deleted, or it is not on sale.',
    },
  },
} as const satisfies Record<string, Spec>
