// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a product. `POST /admin/api/products`
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
 * List all products by displayOrder, including those not on sale. `GET /admin/api/products`
 */
export const listProducts: Call<'catalog', 'listProducts'> = {
  service: 'catalog',
  name: 'listProducts',
  http: 'GET /admin/api/products',
  required: [],
  token: true,
}
/**
 * Reorder several products, all or none, and return the whole list. `PATCH /admin/api/products`
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
 * Get one product. `GET /admin/api/products/{id}`
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
 * Change a product; existing orders and purchases are not affected. `PATCH /admin/api/products/{id}`
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
 * Delete a product; purchases are kept. `DELETE /admin/api/products/{id}`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `LIVE_SUBSCRIPTIONS`, `UNAVAILABLE`.
 */
export const deleteProduct: Call<'catalog', 'deleteProduct'> = {
  service: 'catalog',
  name: 'deleteProduct',
  http: 'DELETE /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
/**
 * List the products on sale, by displayOrder. `GET /api/products`
 */
export const listPublicProducts: Call<'catalog', 'listPublicProducts'> = {
  service: 'catalog',
  name: 'listPublicProducts',
  http: 'GET /api/products',
  required: [],
  token: false,
}
/**
 * Get one product on sale. `GET /api/products/{id}`
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
/**
 * Count the subscriptions of a product that renew. `GET /admin/api/products/{id}/subscriptions`
 *
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const countSubscriptions: Call<'orders', 'countSubscriptions'> = {
  service: 'orders',
  name: 'countSubscriptions',
  http: 'GET /admin/api/products/{id}/subscriptions',
  required: ['id'],
  token: true,
}
/**
 * Announce a new price for the running subscriptions of a product. `POST /admin/api/products/{id}/priceChanges`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `PRICE_CHANGE_ANNOUNCED`, `VALIDATION_FAILED`.
 */
export const announcePriceChange: Call<'orders', 'announcePriceChange'> = {
  service: 'orders',
  name: 'announcePriceChange',
  http: 'POST /admin/api/products/{id}/priceChanges',
  required: ['id', 'kind', 'price', 'fromDate'],
  token: true,
}
/**
 * List the changes of the price of running subscriptions of a product. `GET /admin/api/products/{id}/priceChanges`
 *
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const listPriceChanges: Call<'orders', 'listPriceChanges'> = {
  service: 'orders',
  name: 'listPriceChanges',
  http: 'GET /admin/api/products/{id}/priceChanges',
  required: ['id'],
  token: true,
}
/**
 * Withdraw the latest price of running subscriptions. `POST /admin/api/products/{id}/priceChanges/withdraw`
 *
 * Errors: `PRICE_CHANGE_NOT_FOUND`.
 */
export const withdrawPriceChange: Call<'orders', 'withdrawPriceChange'> = {
  service: 'orders',
  name: 'withdrawPriceChange',
  http: 'POST /admin/api/products/{id}/priceChanges/withdraw',
  required: ['id'],
  token: true,
}
