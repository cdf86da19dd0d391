// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Add a banner. `POST /admin/api/banners`
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
 * All banners by displayOrder, hidden ones too; the tag is of all of them. `GET /admin/api/banners`
 */
export const listBanners: Call<'catalog', 'listBanners'> = {
  service: 'catalog',
  name: 'listBanners',
  http: 'GET /admin/api/banners',
  required: [],
  token: true,
}
/**
 * Change any fields of several banners, all or nothing; If-Match takes the tag of the list or of any banner. `PATCH /admin/api/banners`
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
 * One banner. `GET /admin/api/banners/{bannerId}`
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
 * Remove a banner. `DELETE /admin/api/banners/{bannerId}`
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
 * Visible banners in their period, by displayOrder. `GET /api/banners`
 */
export const listPublicBanners: Call<'catalog', 'listPublicBanners'> = {
  service: 'catalog',
  name: 'listPublicBanners',
  http: 'GET /api/banners',
  required: [],
  token: false,
}
