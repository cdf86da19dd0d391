// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createNotice: Call<'catalog', 'createNotice'> = {
  service: 'catalog',
  name: 'createNotice',
  http: 'POST /admin/api/notices',
  required: ['title', 'content'],
  token: true,
}
export const listNotices: Call<'catalog', 'listNotices'> = {
  service: 'catalog',
  name: 'listNotices',
  http: 'GET /admin/api/notices',
  required: [],
  token: true,
}
export const getNotice: Call<'catalog', 'getNotice'> = {
  service: 'catalog',
  name: 'getNotice',
  http: 'GET /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const updateNotice: Call<'catalog', 'updateNotice'> = {
  service: 'catalog',
  name: 'updateNotice',
  http: 'PATCH /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const deleteNotice: Call<'catalog', 'deleteNotice'> = {
  service: 'catalog',
  name: 'deleteNotice',
  http: 'DELETE /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const listPublishedNotices: Call<'catalog', 'listPublishedNotices'> = {
  service: 'catalog',
  name: 'listPublishedNotices',
  http: 'GET /api/notices',
  required: [],
  token: true,
}
export const getPublishedNotice: Call<'catalog', 'getPublishedNotice'> = {
  service: 'catalog',
  name: 'getPublishedNotice',
  http: 'GET /api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
