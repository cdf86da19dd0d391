import type { Terms, TermsSummary } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type TermsRow, terms } from '../tables.ts'

export const notDeleted = isNull(terms.deletedAt)

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(terms)
const { content: _content, ...summaryColumns } = columns

export { summaryColumns }

/** The columns that responses need. */
type ResponseColumns = Omit<TermsRow, 'fieldVersions' | 'deletedAt'>
type SummaryColumns = Omit<ResponseColumns, 'content'>

/** Prepared queries of the read operations. */
export const prepareTerms = (read: Reader) => ({
  /** Without deleted versions. */
  byId: createLoader(
    read
      .select(columns)
      .from(terms)
      .where(and(sql`${terms.id} = any(${sql.placeholder('keys')}::uuid[])`, notDeleted))
      .prepare('terms_by_id'),
    ({ id }) => id,
  ),
  /** The version of a type that is in force at a time (ISO 8601), by the same rule as the contract's `inForce`. */
  inForce: read
    .select(columns)
    .from(terms)
    .where(
      and(
        eq(terms.type, sql.placeholder('type')),
        sql`${terms.effectiveAt} <= ${sql.placeholder('now')}::timestamptz`,
        notDeleted,
      ),
    )
    .orderBy(desc(terms.effectiveAt), desc(terms.version))
    .limit(1)
    .prepare('terms_in_force'),
})
export type TermsQueries = ReturnType<typeof prepareTerms>

/** The version for optimistic locking (ETag) is `revision`. The column `version` numbers the terms of a type. */
export const toVersion = ({ revision, fieldVersions }: TermsRow) => ({ version: revision, fieldVersions })

export const emitTermsChanged = (tx: Tx, row: SummaryColumns, { removed }: { removed: boolean }) =>
  emit(tx, 'catalog.termsChanged', {
    termsId: row.id,
    type: row.type,
    version: row.version,
    title: row.title,
    required: row.required,
    effectiveAt: row.effectiveAt.toISOString(),
    removed,
    revision: row.revision,
  })

export const toTermsSummary = (row: SummaryColumns): TermsSummary => ({
  id: row.id,
  type: row.type,
  version: row.version,
  title: row.title,
  required: row.required,
  effectiveAt: row.effectiveAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const toTerms = (row: ResponseColumns): Terms => Object.assign(toTermsSummary(row), { content: row.content })

/** The fields of created or deleted terms in the audit log. */
export const fieldsOf = ({ type, version, title, content, required, effectiveAt }: ResponseColumns) => ({
  type,
  version,
  title,
  content,
  required,
  effectiveAt,
})
