import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { termsTypes } from './values.ts'

/** Longest `content` of terms, in characters. */
export const termsLimit = 50_000
/** 50,000 Korean characters as JSON, all escaped in the worst case. */
const bodyLimit = 384 * 1024

export const TermsType = Type.Enum([...termsTypes])
export type TermsType = Static<typeof TermsType>

const exampleTitle = '서비스 이용약관'
const exampleContent = '제1조 (목적) 이 약관은 서비스의 이용 조건을 정합니다.'

const fields = {
  type: TermsType,
  title: Type.String({ minLength: 1, maxLength: 200, examples: [exampleTitle] }),
  content: Type.String({
    minLength: 1,
    maxLength: termsLimit,
    description: 'Markdown; syntax that is not allowed is shown as text',
    examples: [exampleContent],
  }),
  required: Type.Boolean(),
  effectiveAt: Instant,
}

/** A version in a list. Without `content`, because a page of full texts would exceed the largest bus message. */
export const TermsSummary = Type.Object({
  id: Id,
  type: TermsType,
  version: Type.Integer({ minimum: 1, description: '1, 2, … within its type' }),
  title: Type.String({ examples: [exampleTitle] }),
  required: Type.Boolean(),
  effectiveAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
})
export type TermsSummary = Static<typeof TermsSummary>

export const Terms = Type.Object({
  ...TermsSummary.properties,
  content: Type.String({ description: 'Markdown', examples: [exampleContent] }),
})
export type Terms = Static<typeof Terms>

/** Consecutive lines of one kind in a comparison of two texts. */
export const TermsChange = Type.Object({
  kind: Type.Enum(['same', 'removed', 'added']),
  text: Type.String({ examples: [exampleContent] }),
})
export type TermsChange = Static<typeof TermsChange>

export const termsOperations = {
  createTerms: {
    http: 'POST /admin/api/terms',
    audits: '약관 추가',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    permission: 'terms.change',
    scope: 'headOffice',
    summary: 'Create the next version of a type of terms',
    description: `The version gets the next number of its type; numbers are never reused. It comes into force at
      \`effectiveAt\`, or immediately if that time has passed, and can then no longer be changed or deleted.
      \`content\` is Markdown and is sanitised like that of notices. The change is recorded in the audit log.`,
    input: Strict(fields),
    result: Terms,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: {
      IMAGE_NOT_FOUND: '`content` contains an image that does not exist.',
      VALIDATION_FAILED: 'After sanitising, `content` is empty, nested too deeply, or too long.',
    },
  },
  listTerms: {
    http: 'GET /admin/api/terms',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'List all versions of all terms, without content',
    description: 'Returns a page of all versions of all types, newest first unless `sort` is given.',
    input: Strict({ ...pageable('createdAt', 'effectiveAt', 'type', 'version') }),
    result: Page(TermsSummary),
  },
  getTerms: {
    http: 'GET /admin/api/terms/{termsId}',
    resource: 'terms',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Get one version of terms',
    description: `Includes the content. The \`ETag\` is the version of the entry, which \`PATCH\` and \`DELETE\`
      accept in \`If-Match\`; the field \`version\` is the number within its type.`,
    input: Strict({ termsId: Id }),
    result: Terms,
    versioned: true,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were deleted.',
    },
  },
  updateTerms: {
    http: 'PATCH /admin/api/terms/{termsId}',
    resource: 'terms',
    audits: '약관 수정',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    permission: 'terms.change',
    scope: 'headOffice',
    summary: 'Change terms that are not in force yet',
    description: `Fields that are absent keep their value; \`type\` cannot be changed. An \`effectiveAt\` that has
      passed puts the terms in force immediately. The change is recorded in the audit log; a request that changes
      nothing is a no-op.`,
    input: Strict({ termsId: Id, ...Subset(fields) }),
    result: Terms,
    versioned: true,
    bodyLimit,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were deleted.',
      TERMS_IN_FORCE: '`effectiveAt` has passed, so members may have agreed: create the next version instead.',
      IMAGE_NOT_FOUND: '`content` contains an image that does not exist.',
      VALIDATION_FAILED:
        '`type` differs from the stored type, or after sanitising `content` is empty, nested too deeply, or too long.',
    },
  },
  deleteTerms: {
    http: 'DELETE /admin/api/terms/{termsId}',
    resource: 'terms',
    audits: '약관 삭제',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    permission: 'terms.change',
    scope: 'headOffice',
    summary: 'Delete terms that are not in force yet',
    description: `No member can have agreed to them. Their version number is not reused. The change is recorded in the
      audit log.`,
    input: Strict({ termsId: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were deleted.',
      TERMS_IN_FORCE: '`effectiveAt` has passed, so members may have agreed.',
    },
  },
  compareTerms: {
    http: 'GET /admin/api/terms/{termsId}/compare',
    resource: 'terms',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Compare another version of the same type with this one, line by line',
    description: `Returns the changes from the version \`with\` to this one; consecutive lines of one kind are one
      change. Texts that differ in 1,000 or more lines are returned as all lines removed and all lines added.`,
    input: Strict({ termsId: Id, with: Id }),
    result: Type.Object({ changes: Type.Array(TermsChange) }),
    errors: {
      TERMS_NOT_FOUND: 'One of the two ids belongs to no terms or to deleted terms.',
      VALIDATION_FAILED: '`with` is a version of another type.',
    },
  },
  listTermsInForce: {
    http: 'GET /api/terms',
    access: 'public',
    summary: 'Get the version of a type of terms that is in force: one item or none',
    description: `Returns the version that came into force last. \`content\` is sanitised Markdown and safe to render;
      send \`id\` in \`agreedTermsIds\` to join or to agree.`,
    input: Strict({ termsType: TermsType }),
    result: Type.Array(Terms),
    cached: ['catalog.termsChanged'],
  },
} as const satisfies Record<string, Spec>
