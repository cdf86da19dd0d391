import type { VisitRow } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, isNotNull, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { visits } from '../tables.ts'

export type Decided = Pick<VisitRow, 'useDecision' | 'judgedProduct'>

/** The decision about a guest, and about a member until the orders service has decided. */
export const undecided: Decided = { useDecision: null, judgedProduct: null }

/** Whether these visits of members used a product, or why not, by their ids. A former member's visit is a guest's. */
export async function loadDecisions(db: Pick<Reader, 'select'>, ids: readonly string[]): Promise<Map<string, Decided>> {
  const rows = await db
    .select({
      id: visits.id,
      useDecision: visits.useDecision,
      userProductId: visits.judgedProductId,
      productName: visits.judgedProductName,
    })
    .from(visits)
    .where(and(sql`${visits.id} = any(${makePgArray([...ids])}::uuid[])`, isNotNull(visits.memberName)))
  return new Map(
    rows.map(({ id, useDecision, userProductId, productName }) => {
      const judgedProduct = userProductId === null || productName === null ? null : { userProductId, productName }
      return [id, { useDecision, judgedProduct }]
    }),
  )
}
