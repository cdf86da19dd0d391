import type { contract, Input, PageOf, TermsSummary } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { terms } from '../tables.ts'
import { notDeleted, summaryColumns, toTermsSummary } from './queries.ts'

const { id, createdAt, effectiveAt, type, version } = summaryColumns
const columns = { id, createdAt, effectiveAt, type, version }

/** All versions of all types without their texts; by default the newest first. */
export const listTerms = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.catalog.listTerms>,
): Promise<PageOf<TermsSummary>> =>
  page(
    input,
    columns,
    'createdAt,desc',
    async (slice) =>
      (await sliced(db.read.select(summaryColumns).from(terms).where(notDeleted), slice)).map(toTermsSummary),
    () => db.read.$count(terms, notDeleted),
  )
