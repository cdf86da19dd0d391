import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

/** Longest `content` of a notice, in characters. */
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
    description: 'Markdown; syntax that is not allowed is shown as text',
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary:
      'Create a notice; an absent publishedAt publishes it now, null makes it a draft, a future time schedules it',
    description: `The Markdown of \`content\` is sanitised when it is stored, so that clients can render it as it is:
      HTML becomes text, links lead to https, mail and telephone addresses only, images to those of \`POST
      /api/images\`. The change is recorded in the audit log.`,
    input: Strict({ ...fields, pinned: Type.Optional(fields.pinned) }),
    result: Notice,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: {
      IMAGE_NOT_FOUND: '`content` contains an image that does not exist.',
      VALIDATION_FAILED: 'After sanitising, `content` is empty, nested too deeply, or too long.',
    },
  },
  listNotices: {
    http: 'GET /admin/api/notices',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'List notices, pinned first, including drafts',
    description: `Returns a page without content. Pinned notices come first; within each group the newest come first
      unless \`sort\` is given.`,
    input: Strict({ ...pageable('createdAt', 'publishedAt', 'title') }),
    result: Page(NoticeSummary),
  },
  getNotice: {
    http: 'GET /admin/api/notices/{noticeId}',
    resource: 'notice',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Get one notice',
    description: `Drafts and scheduled notices are returned as well. The \`ETag\` is the version that \`PATCH\` and
      \`DELETE\` accept in \`If-Match\`.`,
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Change a notice',
    description: `Fields that are absent keep their value; \`publishedAt\` null makes the notice a draft, which
      members no longer see. \`content\` is sanitised as on creation. The change is recorded in the audit log; a
      request that changes nothing is a no-op.`,
    input: Strict({ noticeId: Id, ...Subset(fields) }),
    result: Notice,
    versioned: true,
    bodyLimit,
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id.',
      IMAGE_NOT_FOUND: '`content` contains an image that does not exist.',
      VALIDATION_FAILED: 'After sanitising, `content` is empty, nested too deeply, or too long.',
    },
  },
  deleteNotice: {
    http: 'DELETE /admin/api/notices/{noticeId}',
    resource: 'notice',
    audits: '공지사항 삭제',
    emits: ['catalog.noticeChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Delete a notice',
    description: `Its images are deleted after 24 hours unless they are used elsewhere. The change is recorded in the
      audit log.`,
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
    summary: 'List published notices, pinned first',
    description: `Returns a page without content and without drafts and scheduled notices. Pinned notices come first;
      within each group the last published come first unless \`sort\` is given. With the setting \`notices.public\` no
      token is required, and a token that is sent is ignored.`,
    input: Strict({ ...pageable('publishedAt', 'title') }),
    result: Page(NoticeSummary),
    cached: ['catalog.noticeChanged'],
  },
  getPublishedNotice: {
    http: 'GET /api/notices/{noticeId}',
    resource: 'notice',
    access: 'memberUnlessPublicNotices',
    summary: 'Get one published notice',
    description: `\`content\` is sanitised Markdown and safe to render. With the setting \`notices.public\` no token
      is required, and a token that is sent is ignored.`,
    input: Strict({ noticeId: Id }),
    result: Notice,
    cached: ['catalog.noticeChanged'],
    errors: {
      NOTICE_NOT_FOUND: 'No notice has this id, or it is a draft or not published yet.',
    },
  },
} as const satisfies Record<string, Spec>
