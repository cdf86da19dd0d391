// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; it is stored re-encoded, without metadata. `POST /api/images`
 *
 * Errors: `IMAGE_INVALID`, `IMAGE_LIMIT`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const uploadImage: Call<'catalog', 'uploadImage'> = {
  service: 'catalog',
  name: 'uploadImage',
  http: 'POST /api/images',
  required: ['image'],
  token: true,
  body: 'multipart',
}
/**
 * Get the plate of a read, cut out of the image of its recognizer. `GET /admin/api/images/{imageId}/plate`
 *
 * Errors: `IMAGE_NOT_FOUND`, `UNAVAILABLE`.
 */
export const getPlateImage: Call<'catalog', 'getPlateImage'> = {
  service: 'catalog',
  name: 'getPlateImage',
  http: 'GET /admin/api/images/{imageId}/plate',
  required: ['imageId', 'x', 'y', 'width', 'height'],
  token: true,
  response: 'file',
}
/**
 * Get an image; images of the public catalog need no token. `GET /api/images/{imageId}`
 *
 * Errors: `UNAUTHENTICATED`, `TOKEN_EXPIRED`, `IMAGE_NOT_FOUND`.
 */
export const getImage: Call<'catalog', 'getImage'> = {
  service: 'catalog',
  name: 'getImage',
  http: 'GET /api/images/{imageId}',
  required: ['imageId'],
  token: true,
  response: 'file',
}
