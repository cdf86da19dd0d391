import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

/** Characters of the text of a notice. */
export const noticeLimit = 20_000
/** 20,000 characters of Korean as JSON, escaped at worst. */
const bodyLimit = 192 * 1024

const fields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  content: Type.String({
    minLength: 1,
    maxLength: noticeLimit,
    description: 'Markdown; what is not allowed in it shows as text',
  }),
  pinned: Type.Boolean(),
  publishedAt: Type.Optional(Nullable(Instant)),
}

/** A notice in a list. */
export const NoticeSummary = Type.Object({
  id: Id,
  title: Type.String(),
  pinned: Type.Boolean(),
  publishedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type NoticeSummary = Static<typeof NoticeSummary>

export const Notice = Type.Object({ ...NoticeSummary.properties, content: Type.String({ description: 'Markdown' }) })
export type Notice = Static<typeof Notice>

export const noticeOperations = {
  createNotice: {
    http: 'POST /admin/api/notices',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Write a notice: without publishedAt published now, with null a draft, in the future shown from then on',
    input: Strict({ ...fields, pinned: Type.Optional(fields.pinned) }),
    result: Notice,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: ['IMAGE_NOT_FOUND'],
  },
  listNotices: {
    http: 'GET /admin/api/notices',
    access: 'admin',
    summary: 'List notices, pinned first, drafts too',
    input: Strict({ ...pageable('createdAt', 'publishedAt', 'title') }),
    result: Page(NoticeSummary),
  },
  getNotice: {
    http: 'GET /admin/api/notices/{noticeId}',
    access: 'admin',
    summary: 'One notice',
    input: Strict({ noticeId: Id }),
    result: Notice,
    versioned: true,
    errors: ['NOTICE_NOT_FOUND'],
  },
  updateNotice: {
    http: 'PATCH /admin/api/notices/{noticeId}',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Change any of its fields',
    input: Strict({ noticeId: Id, ...Subset(fields) }),
    result: Notice,
    versioned: true,
    bodyLimit,
    errors: ['NOTICE_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  },
  deleteNotice: {
    http: 'DELETE /admin/api/notices/{noticeId}',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Remove a notice',
    input: Strict({ noticeId: Id }),
    result: Nothing,
    versioned: true,
    errors: ['NOTICE_NOT_FOUND'],
  },
  listPublishedNotices: {
    http: 'GET /api/notices',
    access: 'memberUnlessPublicNotices',
    summary: 'Published notices, pinned first',
    input: Strict({ ...pageable('publishedAt', 'title') }),
    result: Page(NoticeSummary),
    cached: ['catalog.noticeChanged'],
  },
  getPublishedNotice: {
    http: 'GET /api/notices/{noticeId}',
    access: 'memberUnlessPublicNotices',
    summary: 'One published notice',
    input: Strict({ noticeId: Id }),
    result: Notice,
    cached: ['catalog.noticeChanged'],
    errors: ['NOTICE_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
