// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Create a notice; an absent publishedAt publishes it now, null makes it a draft, a future time schedules it. `POST /admin/api/notices`
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createNotice = call('catalog', 'createNotice', 'POST /admin/api/notices', ['title', 'content'])
/** List notices, pinned first, including drafts. `GET /admin/api/notices` */
export const listNotices = call('catalog', 'listNotices', 'GET /admin/api/notices')
/** Get one notice. `GET /admin/api/notices/{noticeId}` Errors: `NOTICE_NOT_FOUND`. */
export const getNotice = call('catalog', 'getNotice', 'GET /admin/api/notices/{noticeId}', ['noticeId'])
/**
 * Change a notice. `PATCH /admin/api/notices/{noticeId}`
 * Errors: `NOTICE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateNotice = call('catalog', 'updateNotice', 'PATCH /admin/api/notices/{noticeId}', ['noticeId'])
/** Delete a notice. `DELETE /admin/api/notices/{noticeId}` Errors: `NOTICE_NOT_FOUND`. */
export const deleteNotice = call('catalog', 'deleteNotice', 'DELETE /admin/api/notices/{noticeId}', ['noticeId'])
/** List published notices, pinned first. `GET /api/notices` */
export const listPublishedNotices = call('catalog', 'listPublishedNotices', 'GET /api/notices')
/** Get one published notice. `GET /api/notices/{noticeId}` Errors: `NOTICE_NOT_FOUND`. */
export const getPublishedNotice = call('catalog', 'getPublishedNotice', 'GET /api/notices/{noticeId}', ['noticeId'])
