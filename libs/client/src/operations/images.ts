// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const uploadImage: Call<'catalog', 'uploadImage'> = {
  service: 'catalog',
  name: 'uploadImage',
  http: 'POST /api/images',
  required: ['image'],
  token: true,
  body: 'multipart',
}
export const getImage: Call<'catalog', 'getImage'> = {
  service: 'catalog',
  name: 'getImage',
  http: 'GET /api/images/{imageId}',
  required: ['imageId'],
  token: true,
  answer: 'file',
}
