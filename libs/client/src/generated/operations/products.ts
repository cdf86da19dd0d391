// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Create a product. `POST /admin/api/products` Errors: `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`. */
export const createProduct = call('catalog', 'createProduct', 'POST /admin/api/products', ['name', 'type', 'price'])
/** List all products by displayOrder, including those not on sale. `GET /admin/api/products` */
export const listProducts = call('catalog', 'listProducts', 'GET /admin/api/products')
/**
 * Reorder several products, all or none, and return the whole list. `PATCH /admin/api/products`
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const arrangeProducts = call('catalog', 'arrangeProducts', 'PATCH /admin/api/products', ['products'])
/** Get one product. `GET /admin/api/products/{id}` Errors: `PRODUCT_NOT_FOUND`. */
export const getProduct = call('catalog', 'getProduct', 'GET /admin/api/products/{id}', ['id'])
/**
 * Change a product; existing orders and purchases are not affected. `PATCH /admin/api/products/{id}`
 * Errors: `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateProduct = call('catalog', 'updateProduct', 'PATCH /admin/api/products/{id}', ['id'])
/**
 * Delete a product; purchases are kept. `DELETE /admin/api/products/{id}`
 * Errors: `PRODUCT_NOT_FOUND`, `LIVE_SUBSCRIPTIONS`, `UNAVAILABLE`.
 */
export const deleteProduct = call('catalog', 'deleteProduct', 'DELETE /admin/api/products/{id}', ['id'])
/** List the products on sale, by displayOrder. `GET /api/products` */
export const listPublicProducts = call('catalog', 'listPublicProducts', 'GET /api/products', [], { token: false })
/** Get one product on sale. `GET /api/products/{id}` Errors: `PRODUCT_NOT_FOUND`. */
export const getPublicProduct = call('catalog', 'getPublicProduct', 'GET /api/products/{id}', ['id'], { token: false })
/**
 * Count the subscriptions of a product that renew. `GET /admin/api/products/{id}/subscriptions`
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const countSubscriptions = call('orders', 'countSubscriptions', 'GET /admin/api/products/{id}/subscriptions', [
  'id',
])
/**
 * Announce a new price for the running subscriptions of a product. `POST /admin/api/products/{id}/priceChanges`
 * Errors: `PRODUCT_NOT_FOUND`, `PRICE_CHANGE_ANNOUNCED`, `VALIDATION_FAILED`.
 */
export const announcePriceChange = call('orders', 'announcePriceChange', 'POST /admin/api/products/{id}/priceChanges', [
  'id',
  'kind',
  'price',
  'fromDate',
])
/**
 * List the changes of the price of running subscriptions of a product. `GET /admin/api/products/{id}/priceChanges`
 * Errors: `PRODUCT_NOT_FOUND`.
 */
export const listPriceChanges = call('orders', 'listPriceChanges', 'GET /admin/api/products/{id}/priceChanges', ['id'])
/**
 * Withdraw the latest price of running subscriptions. `POST /admin/api/products/{id}/priceChanges/withdraw`
 * Errors: `PRICE_CHANGE_NOT_FOUND`.
 */
export const withdrawPriceChange = call(
  'orders',
  'withdrawPriceChange',
  'POST /admin/api/products/{id}/priceChanges/withdraw',
  ['id'],
)
