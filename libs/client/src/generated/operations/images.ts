// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; it is stored re-encoded, without metadata. `POST /api/images`
 * Errors: `IMAGE_INVALID`, `IMAGE_LIMIT`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const uploadImage = call('catalog', 'uploadImage', 'POST /api/images', ['image'], { body: 'multipart' })
/**
 * Get the plate of a read, cut out of the image of its recognizer. `GET /admin/api/images/{imageId}/plate`
 * Errors: `IMAGE_NOT_FOUND`, `UNAVAILABLE`.
 */
export const getPlateImage = call(
  'catalog',
  'getPlateImage',
  'GET /admin/api/images/{imageId}/plate',
  ['imageId', 'x', 'y', 'width', 'height'],
  { response: 'file' },
)
/**
 * Get an image; images of the public catalog need no token. `GET /api/images/{imageId}`
 * Errors: `UNAUTHENTICATED`, `TOKEN_EXPIRED`, `IMAGE_NOT_FOUND`.
 */
export const getImage = call('catalog', 'getImage', 'GET /api/images/{imageId}', ['imageId'], { response: 'file' })
