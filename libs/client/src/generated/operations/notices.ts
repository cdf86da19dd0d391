// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a notice; an absent publishedAt publishes it now, null makes it a draft, a future time schedules it. `POST /admin/api/notices`
 *
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createNotice: Call<'catalog', 'createNotice'> = {
  service: 'catalog',
  name: 'createNotice',
  http: 'POST /admin/api/notices',
  required: ['title', 'content'],
  token: true,
}
/**
 * List notices, pinned first, including drafts. `GET /admin/api/notices`
 */
export const listNotices: Call<'catalog', 'listNotices'> = {
  service: 'catalog',
  name: 'listNotices',
  http: 'GET /admin/api/notices',
  required: [],
  token: true,
}
/**
 * Get one notice. `GET /admin/api/notices/{noticeId}`
 *
 * Errors: `NOTICE_NOT_FOUND`.
 */
export const getNotice: Call<'catalog', 'getNotice'> = {
  service: 'catalog',
  name: 'getNotice',
  http: 'GET /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
/**
 * Change a notice. `PATCH /admin/api/notices/{noticeId}`
 *
 * Errors: `NOTICE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateNotice: Call<'catalog', 'updateNotice'> = {
  service: 'catalog',
  name: 'updateNotice',
  http: 'PATCH /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
/**
 * Delete a notice. `DELETE /admin/api/notices/{noticeId}`
 *
 * Errors: `NOTICE_NOT_FOUND`.
 */
export const deleteNotice: Call<'catalog', 'deleteNotice'> = {
  service: 'catalog',
  name: 'deleteNotice',
  http: 'DELETE /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
/**
 * List published notices, pinned first. `GET /api/notices`
 */
export const listPublishedNotices: Call<'catalog', 'listPublishedNotices'> = {
  service: 'catalog',
  name: 'listPublishedNotices',
  http: 'GET /api/notices',
  required: [],
  token: true,
}
/**
 * Get one published notice. `GET /api/notices/{noticeId}`
 *
 * Errors: `NOTICE_NOT_FOUND`.
 */
export const getPublishedNotice: Call<'catalog', 'getPublishedNotice'> = {
  service: 'catalog',
  name: 'getPublishedNotice',
  http: 'GET /api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
