import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  contract,
  csvTime,
  type Input,
  maskName,
  maskPlate,
  useDecisionLabels,
  type Visit,
  yesNoLabel,
} from '@kingcar/contract'
import { emit, exportPiece } from '@kingcar/db'
import { recordExport } from '@kingcar/service'
import { and, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'
import { loadStays, type Stay, unended } from './departure.ts'
import { countMatching, describeInOrder, filterOf, newestFirst, sortable, unmerged } from './list.ts'
import { type Decided, loadDecisions, undecided } from './use-decision.ts'

/** One piece of the visit list as CSV. */
export async function exportVisits(
  ctx: Pick<Ctx, 'db' | 'settings'>,
  input: Input<typeof contract.recognition.exportVisits>,
  caller: Caller,
): Promise<CsvPiece> {
  const query = { ...input, stores: caller.stores }
  const chosen = input.ids && inArray(visits.id, input.ids)
  const filter = and(filterOf(query), chosen)
  await recordExport(contract.recognition.exportVisits, input, caller, {
    count: () => (chosen ? ctx.db.search.$count(visits, and(filter, unmerged)) : countMatching(ctx, query)),
    store: (entry) => ctx.db.transaction((tx) => emit(tx, 'recognition.audited', entry)),
  })
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    memberOf: input.full ? ({ memberId }) => memberId : undefined,
    async rows({ after, orderBy, limit, position }) {
      const found = await ctx.db.search
        .select({ id: visits.id, position })
        .from(visits)
        .where(and(filter, unmerged, after))
        .orderBy(...orderBy)
        .limit(limit)
      const ids = found.map(({ id }) => id)
      const [described, decided, stays] = await Promise.all([
        describeInOrder(ctx, ids),
        loadDecisions(ctx.db.read, ids),
        loadStays(ctx.db.read, ids),
      ])
      const byId = new Map(
        described.map((visit) => {
          const more = { ...(decided.get(visit.id) ?? undecided), ...(stays.get(visit.id) ?? unended) }
          return [visit.id, { ...(input.full ? visit : masked(visit)), ...more }]
        }),
      )
      return found.map(({ id, position }) => ({ position, row: byId.get(id) }))
    },
  })
}

const columns: CsvColumns<Visit & Decided & Stay> = [
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
  ['상품 사용 결과', ({ useDecision }) => (useDecision === null ? null : useDecisionLabels[useDecision])],
  ['판단한 상품', ({ judgedProduct }) => judgedProduct?.productName ?? null],
  ['출차일시', ({ leftAt }) => csvTime(leftAt)],
  ['머문 시간(초)', ({ dwellSeconds }) => dwellSeconds],
]

/** Guests have no name of their own. */
const masked = <V extends Visit>(visit: V): V => ({
  ...visit,
  carNumber: maskPlate(visit.carNumber),
  name: visit.memberId === null ? visit.name : maskName(visit.name),
})
