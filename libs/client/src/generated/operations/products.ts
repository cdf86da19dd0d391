// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Add a product. `POST /admin/api/products`
 *
 * Errors: `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createProduct: Call<'catalog', 'createProduct'> = {
  service: 'catalog',
  name: 'createProduct',
  http: 'POST /admin/api/products',
  required: ['name', 'type', 'price'],
  token: true,
}
/**
 * All products by displayOrder, also those not on sale; the tag is of all of them, of whatever type. `GET /admin/api/products`
 */
export const listProducts: Call<'catalog', 'listProducts'> = {
  service: 'catalog',
  name: 'listProducts',
  http: 'GET /admin/api/products',
  required: [],
  token: true,
}
/**
 * Give several products other places, all or nothing; answers the whole list, and If-Match takes the tag of the list or of any product. `PATCH /admin/api/products`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const arrangeProducts: Call<'catalog', 'arrangeProducts'> = {
  service: 'catalog',
  name: 'arrangeProducts',
  http: 'PATCH /admin/api/products',
  required: ['products'],
  token: true,
}
/**
 * One product. `GET /admin/api/products/{id}`
 *
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const getProduct: Call<'catalog', 'getProduct'> = {
  service: 'catalog',
  name: 'getProduct',
  http: 'GET /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
/**
 * Change any of its fields; what was bought before stays as it was. `PATCH /admin/api/products/{id}`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateProduct: Call<'catalog', 'updateProduct'> = {
  service: 'catalog',
  name: 'updateProduct',
  http: 'PATCH /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
/**
 * Remove a product; what was bought of it stays. `DELETE /admin/api/products/{id}`
 *
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const deleteProduct: Call<'catalog', 'deleteProduct'> = {
  service: 'catalog',
  name: 'deleteProduct',
  http: 'DELETE /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
/**
 * Products on sale, by displayOrder. `GET /api/products`
 */
export const listPublicProducts: Call<'catalog', 'listPublicProducts'> = {
  service: 'catalog',
  name: 'listPublicProducts',
  http: 'GET /api/products',
  required: [],
  token: false,
}
/**
 * One product on sale. `GET /api/products/{id}`
 *
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const getPublicProduct: Call<'catalog', 'getPublicProduct'> = {
  service: 'catalog',
  name: 'getPublicProduct',
  http: 'GET /api/products/{id}',
  required: ['id'],
  token: false,
}
