// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Create a banner. `POST /admin/api/banners` Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`. */
export const createBanner = call('catalog', 'createBanner', 'POST /admin/api/banners', ['title', 'imageId'])
/** List all banners by displayOrder, including hidden ones. `GET /admin/api/banners` */
export const listBanners = call('catalog', 'listBanners', 'GET /admin/api/banners')
/**
 * Change several banners, all or none. `PATCH /admin/api/banners`
 * Errors: `BANNER_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateBanners = call('catalog', 'updateBanners', 'PATCH /admin/api/banners', ['banners'])
/** Get one banner. `GET /admin/api/banners/{bannerId}` Errors: `BANNER_NOT_FOUND`. */
export const getBanner = call('catalog', 'getBanner', 'GET /admin/api/banners/{bannerId}', ['bannerId'])
/** Delete a banner. `DELETE /admin/api/banners/{bannerId}` Errors: `BANNER_NOT_FOUND`. */
export const deleteBanner = call('catalog', 'deleteBanner', 'DELETE /admin/api/banners/{bannerId}', ['bannerId'])
/** List the banners that are visible now, by displayOrder. `GET /api/banners` */
export const listPublicBanners = call('catalog', 'listPublicBanners', 'GET /api/banners', [], { token: false })
