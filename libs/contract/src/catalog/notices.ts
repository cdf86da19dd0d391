import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

/** Maximum length of a notice's content in characters. */
export const noticeLimit = 20_000
/** 20,000 Korean characters as JSON, all escaped in the worst case. */
const bodyLimit = 192 * 1024

const exampleTitle = '추석 연휴 영업 안내'
const exampleContent = '9월 24일부터 27일까지 **모든 매장**이 쉽니다.'

const fields = {
  title: Type.String({ minLength: 1, maxLength: 200, examples: [exampleTitle] }),
  content: Type.String({
    minLength: 1,
    maxLength: noticeLimit,
    description: 'Markdown; what is not allowed in it shows as text',
    examples: [exampleContent],
  }),
  pinned: Type.Boolean(),
  publishedAt: Type.Optional(Nullable(Instant)),
}

/** A notice in a list. */
export const NoticeSummary = Type.Object({
  id: Id,
  title: Type.String({ examples: [exampleTitle] }),
  pinned: Type.Boolean(),
  publishedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type NoticeSummary = Static<typeof NoticeSummary>

export const Notice = Type.Object({
  ...NoticeSummary.properties,
  content: Type.String({ description: 'Markdown', examples: [exampleContent] }),
})
export type Notice = Static<typeof Notice>

export const noticeOperations = {
  createNotice: {
    http: 'POST /admin/api/notices',
    audits: '공지사항 추가',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Write a notice: without publishedAt published now, with null a draft, in the future shown from then on',
    description: `The Markdown of \`content\` is edited on the way in, so that readers may show it as it is: HTML becomes
      text, links lead to https, mail and telephone only, pictures are those of \`POST /api/images\`. It stands in the
      audit log.`,
    input: Strict({ ...fields, pinned: Type.Optional(fields.pinned) }),
    result: Notice,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: {
      IMAGE_NOT_FOUND: '`content` shows a picture that is not kept.',
      VALIDATION_FAILED:
        '`content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.',
    },
  },
  listNotices: {
    http: 'GET /admin/api/notices',
    access: 'admin',
    summary: 'List notices, pinned first, drafts too',
    description: `A page without the texts, pinned ones first, and among them the newest first unless \`sort\` says
      otherwise.`,
    input: Strict({ ...pageable('createdAt', 'publishedAt', 'title') }),
    result: Page(NoticeSummary),
  },
  getNotice: {
    http: 'GET /admin/api/notices/{noticeId}',
    resource: 'notice',
    access: 'admin',
    summary: 'One notice',
    description: `Drafts and scheduled ones answer, too. The \`ETag\` is the version that \`PATCH\` and \`DELETE\` take in
      \`If-Match\`.`,
    input: Strict({ noticeId: Id }),
    result: Notice,
    versioned: true,
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id.',
    },
  },
  updateNotice: {
    http: 'PATCH /admin/api/notices/{noticeId}',
    resource: 'notice',
    audits: '공지사항 수정',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Change any of its fields',
    description: `Changes what is named and leaves the rest; \`publishedAt\` null makes it a draft again, which members
      see no more. \`content\` is edited as on creation. It stands in the audit log; where nothing is different nothing
      happens.`,
    input: Strict({ noticeId: Id, ...Subset(fields) }),
    result: Notice,
    versioned: true,
    bodyLimit,
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id.',
      IMAGE_NOT_FOUND: '`content` shows a picture that is not kept.',
      VALIDATION_FAILED:
        '`content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.',
    },
  },
  deleteNotice: {
    http: 'DELETE /admin/api/notices/{noticeId}',
    resource: 'notice',
    audits: '공지사항 삭제',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    summary: 'Remove a notice',
    description: 'Members see it no more; pictures that nothing else shows go after a day. It stands in the audit log.',
    input: Strict({ noticeId: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id.',
    },
  },
  listPublishedNotices: {
    http: 'GET /api/notices',
    access: 'memberUnlessPublicNotices',
    summary: 'Published notices, pinned first',
    description: `A page without the texts, pinned ones first, and among them the last published first unless \`sort\`
      says otherwise. Drafts and scheduled ones are not there. With the setting \`notices.public\` no token is asked for,
      and one that is sent is not looked at.`,
    input: Strict({ ...pageable('publishedAt', 'title') }),
    result: Page(NoticeSummary),
    cached: ['catalog.noticeChanged'],
  },
  getPublishedNotice: {
    http: 'GET /api/notices/{noticeId}',
    resource: 'notice',
    access: 'memberUnlessPublicNotices',
    summary: 'One published notice',
    description: `\`content\` is Markdown that may be shown as it is. With the setting \`notices.public\` no token is asked
      for, and one that is sent is not looked at.`,
    input: Strict({ noticeId: Id }),
    result: Notice,
    cached: ['catalog.noticeChanged'],
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id, or it is a draft or not published yet.',
    },
  },
} as const satisfies Record<string, Spec>
