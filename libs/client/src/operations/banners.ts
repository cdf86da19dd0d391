// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createBanner: Call<'catalog', 'createBanner'> = {
  service: 'catalog',
  name: 'createBanner',
  http: 'POST /admin/api/banners',
  required: ['title', 'imageId'],
  token: true,
}
export const listBanners: Call<'catalog', 'listBanners'> = {
  service: 'catalog',
  name: 'listBanners',
  http: 'GET /admin/api/banners',
  required: [],
  token: true,
}
export const updateBanners: Call<'catalog', 'updateBanners'> = {
  service: 'catalog',
  name: 'updateBanners',
  http: 'PATCH /admin/api/banners',
  required: ['banners'],
  token: true,
}
export const getBanner: Call<'catalog', 'getBanner'> = {
  service: 'catalog',
  name: 'getBanner',
  http: 'GET /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
export const deleteBanner: Call<'catalog', 'deleteBanner'> = {
  service: 'catalog',
  name: 'deleteBanner',
  http: 'DELETE /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
export const listPublicBanners: Call<'catalog', 'listPublicBanners'> = {
  service: 'catalog',
  name: 'listPublicBanners',
  http: 'GET /api/banners',
  required: [],
  token: false,
}
