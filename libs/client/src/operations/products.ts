// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createProduct: Call<'catalog', 'createProduct'> = {
  service: 'catalog',
  name: 'createProduct',
  http: 'POST /admin/api/products',
  required: ['name', 'type', 'price'],
  token: true,
}
export const listProducts: Call<'catalog', 'listProducts'> = {
  service: 'catalog',
  name: 'listProducts',
  http: 'GET /admin/api/products',
  required: [],
  token: true,
}
export const arrangeProducts: Call<'catalog', 'arrangeProducts'> = {
  service: 'catalog',
  name: 'arrangeProducts',
  http: 'PATCH /admin/api/products',
  required: ['products'],
  token: true,
}
export const getProduct: Call<'catalog', 'getProduct'> = {
  service: 'catalog',
  name: 'getProduct',
  http: 'GET /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const updateProduct: Call<'catalog', 'updateProduct'> = {
  service: 'catalog',
  name: 'updateProduct',
  http: 'PATCH /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const deleteProduct: Call<'catalog', 'deleteProduct'> = {
  service: 'catalog',
  name: 'deleteProduct',
  http: 'DELETE /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const listPublicProducts: Call<'catalog', 'listPublicProducts'> = {
  service: 'catalog',
  name: 'listPublicProducts',
  http: 'GET /api/products',
  required: [],
  token: false,
}
export const getPublicProduct: Call<'catalog', 'getPublicProduct'> = {
  service: 'catalog',
  name: 'getPublicProduct',
  http: 'GET /api/products/{id}',
  required: ['id'],
  token: false,
}
