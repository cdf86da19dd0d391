import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Strict, Subset } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'
import { termsTypes } from './values.ts'

/** Characters of the text of terms. */
export const termsLimit = 50_000
/** 50,000 characters of Korean as JSON, escaped at worst. */
const bodyLimit = 384 * 1024

export const TermsType = Type.Enum([...termsTypes])
export type TermsType = Static<typeof TermsType>

const fields = {
  type: TermsType,
  title: Type.String({ minLength: 1, maxLength: 200 }),
  content: Type.String({
    minLength: 1,
    maxLength: termsLimit,
    description: 'Markdown; what is not allowed in it shows as text',
  }),
  required: Type.Boolean(),
  effectiveAt: Instant,
}

/** A version in a list: a page of whole texts would be more than a message of the bus holds. */
export const TermsSummary = Type.Object({
  id: Id,
  type: TermsType,
  version: Type.Integer({ minimum: 1, description: '1, 2, … for each type' }),
  title: Type.String(),
  required: Type.Boolean(),
  effectiveAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
})
export type TermsSummary = Static<typeof TermsSummary>

export const Terms = Type.Object({ ...TermsSummary.properties, content: Type.String({ description: 'Markdown' }) })
export type Terms = Static<typeof Terms>

/** One stretch of two compared texts, line by line. */
export const TermsChange = Type.Object({ kind: Type.Enum(['same', 'removed', 'added']), text: Type.String() })
export type TermsChange = Static<typeof TermsChange>

export const termsOperations = {
  createTerms: {
    http: 'POST /admin/api/terms',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    summary: 'Write the next version of a type of terms',
    input: Strict(fields),
    result: Terms,
    status: 201,
    idempotent: true,
    bodyLimit,
    errors: ['IMAGE_NOT_FOUND'],
  },
  listTerms: {
    http: 'GET /admin/api/terms',
    access: 'admin',
    summary: 'List all versions of all terms, without their texts',
    input: Strict({ ...pageable('createdAt', 'effectiveAt', 'type', 'version') }),
    result: Page(TermsSummary),
  },
  getTerms: {
    http: 'GET /admin/api/terms/{termsId}',
    access: 'admin',
    summary: 'One version of terms',
    input: Strict({ termsId: Id }),
    result: Terms,
    versioned: true,
    errors: ['TERMS_NOT_FOUND'],
  },
  updateTerms: {
    http: 'PATCH /admin/api/terms/{termsId}',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    summary: 'Change terms that are not in force yet',
    input: Strict({ termsId: Id, ...Subset(fields) }),
    result: Terms,
    versioned: true,
    bodyLimit,
    errors: ['TERMS_NOT_FOUND', 'TERMS_IN_FORCE', 'IMAGE_NOT_FOUND'],
  },
  deleteTerms: {
    http: 'DELETE /admin/api/terms/{termsId}',
    emits: ['catalog.termsChanged'],
    access: 'admin',
    summary: 'Remove terms that are not in force yet',
    input: Strict({ termsId: Id }),
    result: Nothing,
    versioned: true,
    errors: ['TERMS_NOT_FOUND', 'TERMS_IN_FORCE', 'IN_USE'],
  },
  compareTerms: {
    http: 'GET /admin/api/terms/{termsId}/compare',
    access: 'admin',
    summary: 'What changed from another version of the same type to this one, line by line',
    input: Strict({ termsId: Id, with: Id }),
    result: Type.Object({ changes: Type.Array(TermsChange) }),
    errors: ['TERMS_NOT_FOUND'],
  },
  listTermsInForce: {
    http: 'GET /api/terms',
    access: 'public',
    summary: 'The version of a type of terms that is in force: one, or none',
    input: Strict({ termsType: TermsType }),
    result: Type.Array(Terms),
    cached: ['catalog.termsChanged'],
  },
} as const satisfies Record<string, Spec>
