import type { Caller } from '@kingcar/bus'
import { type CsvColumns, type CsvPiece, csvTime, type Visit, yesNoLabel } from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'
import { describeInOrder, filterOf, newestFirst, type Query, sortable, unmerged } from './list.ts'

/** One piece of the visit list as CSV. */
export function exportVisits(ctx: Pick<Ctx, 'db' | 'settings'>, input: Query, caller: Caller): Promise<CsvPiece> {
  const filter = filterOf(input)
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const found = await ctx.db.read
        .select({ id: visits.id, position })
        .from(visits)
        .where(and(filter, unmerged, after))
        .orderBy(...orderBy)
        .limit(limit)
      const described = await describeInOrder(
        ctx,
        found.map(({ id }) => id),
      )
      const byId = new Map(described.map((visit) => [visit.id, visit]))
      return found.map(({ id, position }) => ({ position, row: byId.get(id) }))
    },
  })
}

const columns: CsvColumns<Visit> = [
  ['방문 ID', ({ id }) => id],
  ['방문일시', ({ recognizedAt }) => csvTime(recognizedAt)],
  ['매장', ({ storeName }) => storeName],
  ['차량번호', ({ carNumber }) => carNumber],
  ['이름', ({ name }) => name],
  ['회원 ID', ({ memberId }) => memberId],
  ['방문 횟수', ({ visitCount }) => visitCount],
  ['마지막 인식', ({ latestReadAt }) => csvTime(latestReadAt)],
  ['인식 횟수', ({ reads }) => reads],
  ['늦은 도착', ({ late }) => yesNoLabel(late)],
  ['이용 상품', ({ productUsed }) => productUsed?.productName ?? null],
]
