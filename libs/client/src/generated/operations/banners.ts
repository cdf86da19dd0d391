// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a banner. `POST /admin/api/banners`
 *
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createBanner: Call<'catalog', 'createBanner'> = {
  service: 'catalog',
  name: 'createBanner',
  http: 'POST /admin/api/banners',
  required: ['title', 'imageId'],
  token: true,
}
/**
 * List all banners by displayOrder, including hidden ones. `GET /admin/api/banners`
 */
export const listBanners: Call<'catalog', 'listBanners'> = {
  service: 'catalog',
  name: 'listBanners',
  http: 'GET /admin/api/banners',
  required: [],
  token: true,
}
/**
 * Change several banners, all or none. `PATCH /admin/api/banners`
 *
 * Errors: `BANNER_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateBanners: Call<'catalog', 'updateBanners'> = {
  service: 'catalog',
  name: 'updateBanners',
  http: 'PATCH /admin/api/banners',
  required: ['banners'],
  token: true,
}
/**
 * Get one banner. `GET /admin/api/banners/{bannerId}`
 *
 * Errors: `BANNER_NOT_FOUND`.
 */
export const getBanner: Call<'catalog', 'getBanner'> = {
  service: 'catalog',
  name: 'getBanner',
  http: 'GET /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
/**
 * Delete a banner. `DELETE /admin/api/banners/{bannerId}`
 *
 * Errors: `BANNER_NOT_FOUND`.
 */
export const deleteBanner: Call<'catalog', 'deleteBanner'> = {
  service: 'catalog',
  name: 'deleteBanner',
  http: 'DELETE /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
/**
 * List the banners that are visible now, by displayOrder. `GET /api/banners`
 */
export const listPublicBanners: Call<'catalog', 'listPublicBanners'> = {
  service: 'catalog',
  name: 'listPublicBanners',
  http: 'GET /api/banners',
  required: [],
  token: false,
}
