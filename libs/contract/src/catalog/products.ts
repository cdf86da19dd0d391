import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset, Won } from '../common.ts'
import type { Spec } from '../operation.ts'
import { lastPlace, productTypes } from './values.ts'

export const ProductType = Type.Enum([...productTypes])
export type ProductType = Static<typeof ProductType>

const Place = Type.Integer({ minimum: 0, maximum: lastPlace })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.String({ maxLength: 5000 }),
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
  displayOrder: Type.Integer({ minimum: 0, maximum: lastPlace, description: 'Behind the last where absent' }),
}

export const Product = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: ProductType,
  price: Won,
  billingMonths: Nullable(Type.Integer()),
  useLimit: Nullable(Type.Integer()),
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
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Add a product',
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
    errors: ['STORE_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  },
  listProducts: {
    http: 'GET /admin/api/products',
    access: 'admin',
    summary: 'All products by displayOrder, also those not on sale; the tag is of all of them, of whatever type',
    input: byType,
    result: Type.Array(Product),
    versioned: true,
  },
  arrangeProducts: {
    http: 'PATCH /admin/api/products',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary:
      'Give several products other places, all or nothing; answers the whole list, and If-Match takes the tag of the list or of any product',
    input: Strict({
      products: Type.Array(Strict({ id: Id, displayOrder: Place }), { minItems: 1, maxItems: 200 }),
    }),
    result: Type.Array(Product),
    versioned: true,
    errors: ['PRODUCT_NOT_FOUND'],
  },
  getProduct: {
    http: 'GET /admin/api/products/{id}',
    access: 'admin',
    summary: 'One product',
    input: Strict({ id: Id }),
    result: Product,
    versioned: true,
    errors: ['PRODUCT_NOT_FOUND'],
  },
  updateProduct: {
    http: 'PATCH /admin/api/products/{id}',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Change any of its fields; what was bought before stays as it was',
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Product,
    versioned: true,
    bodyLimit: 192 * 1024,
    errors: ['PRODUCT_NOT_FOUND', 'STORE_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  },
  deleteProduct: {
    http: 'DELETE /admin/api/products/{id}',
    emits: ['catalog.productChanged'],
    access: 'admin',
    summary: 'Remove a product; what was bought of it stays',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['PRODUCT_NOT_FOUND'],
  },
  listPublicProducts: {
    http: 'GET /api/products',
    access: 'public',
    summary: 'Products on sale, by displayOrder',
    input: byType,
    result: Type.Array(Product),
    cached: ['catalog.productChanged'],
  },
  getPublicProduct: {
    http: 'GET /api/products/{id}',
    access: 'public',
    summary: 'One product on sale',
    input: Strict({ id: Id }),
    result: Product,
    cached: ['catalog.productChanged'],
    errors: ['PRODUCT_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
