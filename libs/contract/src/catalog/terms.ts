import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { termsTypes } from './values.ts'

/** Maximum length of the content of terms in characters. */
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
    description: 'Markdown; what is not allowed in it shows as text',
    examples: [exampleContent],
  }),
  required: Type.Boolean(),
  effectiveAt: Instant,
}

/** A version in a list, without its content: a page of contents would exceed the message size of the bus. */
export const TermsSummary = Type.Object({
  id: Id,
  type: TermsType,
  version: Type.Integer({ minimum: 1, description: '1, 2, … for each type' }),
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
    summary: 'Write the next version of a type of terms',
    description: `The number of the version is the next one of its type, and is never given twice. It comes into force
      at \`effectiveAt\` by itself, at once where that has passed, and can then neither be changed nor removed. \`content\`
      is Markdown, edited on the way in as that of notices. It stands in the audit log.`,
    input: Strict(fields),
    result: Terms,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: {
      IMAGE_NOT_FOUND: '`content` shows a picture that is not kept.',
      VALIDATION_FAILED:
        '`content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.',
    },
  },
  listTerms: {
    http: 'GET /admin/api/terms',
    access: 'admin',
    summary: 'List all versions of all terms, without their texts',
    description: `A page of all versions of all types without their texts, the newest first unless \`sort\` says
      otherwise.`,
    input: Strict({ ...pageable('createdAt', 'effectiveAt', 'type', 'version') }),
    result: Page(TermsSummary),
  },
  getTerms: {
    http: 'GET /admin/api/terms/{termsId}',
    resource: 'terms',
    access: 'admin',
    summary: 'One version of terms',
    description: `One version with its text. The \`ETag\` is the version of the entry, which \`PATCH\` and \`DELETE\` take in
      \`If-Match\`; the field \`version\` counts among the terms of its type.`,
    input: Strict({ termsId: Id }),
    result: Terms,
    versioned: true,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were removed.',
    },
  },
  updateTerms: {
    http: 'PATCH /admin/api/terms/{termsId}',
    resource: 'terms',
    audits: '약관 수정',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    summary: 'Change terms that are not in force yet',
    description: `Changes what is named and leaves the rest; \`type\` stays as it is. An \`effectiveAt\` that has passed
      puts them in force at once. It stands in the audit log; where nothing is different nothing happens.`,
    input: Strict({ termsId: Id, ...Subset(fields) }),
    result: Terms,
    versioned: true,
    bodyLimit,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were removed.',
      TERMS_IN_FORCE:
        '`effectiveAt` has passed, so that somebody may have agreed to them: write the next version instead.',
      IMAGE_NOT_FOUND: '`content` shows a picture that is not kept.',
      VALIDATION_FAILED:
        '`type` is another one, or `content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.',
    },
  },
  deleteTerms: {
    http: 'DELETE /admin/api/terms/{termsId}',
    resource: 'terms',
    audits: '약관 삭제',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    summary: 'Remove terms that are not in force yet',
    description: 'Nobody can have agreed to them. Their number is not given again. It stands in the audit log.',
    input: Strict({ termsId: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      TERMS_NOT_FOUND: 'No terms have this id, or they were removed.',
      TERMS_IN_FORCE: '`effectiveAt` has passed, so that somebody may have agreed to them.',
    },
  },
  compareTerms: {
    http: 'GET /admin/api/terms/{termsId}/compare',
    resource: 'terms',
    access: 'admin',
    summary: 'What changed from another version of the same type to this one, line by line',
    description: `Neighbouring lines of one kind are one change. Texts that differ in a thousand lines and more are all
      removed and all added.`,
    input: Strict({ termsId: Id, with: Id }),
    result: Type.Object({ changes: Type.Array(TermsChange) }),
    errors: {
      TERMS_NOT_FOUND: 'One of the two ids is of no terms, or of removed ones.',
      VALIDATION_FAILED: '`with` is a version of another type.',
    },
  },
  listTermsInForce: {
    http: 'GET /api/terms',
    access: 'public',
    summary: 'The version of a type of terms that is in force: one, or none',
    description: `The one that came into force last. \`content\` is Markdown that may be shown as it is; \`id\` is what
      joining and agreeing name.`,
    input: Strict({ termsType: TermsType }),
    result: Type.Array(Terms),
    cached: ['catalog.termsChanged'],
  },
} as const satisfies Record<string, Spec>
