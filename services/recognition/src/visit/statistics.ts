import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type CsvColumns,
  type CsvPiece,
  composeStatistics,
  type contract,
  type Input,
  periodAt,
  periodsOf,
  type Range,
  type Result,
  rangeOf,
  type Source,
  statisticsCsv,
} from '@kingcar/contract'
import { countedStores } from '@kingcar/service'
import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { type Figures as Counts, readFigures } from './figures.ts'

type Op = typeof contract.recognition.getVisitFigures
type PeriodsOp = typeof contract.recognition.getVisitStatistics
type Figures = Result<Op>['total']
type Deps = Pick<Ctx, 'db' | 'readsDoneUntil'>

/** Largest number of periods in one response of `getVisitStatistics`: more than a year of hours. */
const mostPeriods = 10_000

function toFigures({ visits, members, firstVisits, late, corrected, used, stays, staySeconds }: Counts): Figures {
  const [guests, returning] = [visits - members, visits - firstVisits]
  const averageStayMinutes = stays === 0 ? null : Math.round(staySeconds / stays / 6) / 10
  return {
    visits,
    members,
    guests,
    newPlates: firstVisits,
    returning,
    late,
    corrected,
    used,
    stays,
    averageStayMinutes,
  }
}
const none = toFigures({
  ...{ key: '', visits: 0, members: 0, firstVisits: 0, late: 0, corrected: 0, used: 0, stays: 0, staySeconds: 0 },
})

/** Visits by hour, day, week, month or store, with the most visited store first. */
export async function getVisitFigures(
  { db, readsDoneUntil }: Deps,
  input: Input<Op>,
  caller: Caller,
): Promise<Result<Op>> {
  const storeIds = countedStores(input, caller)
  const { by = 'day', storeId } = input
  if (storeId !== undefined && (await db.read.$count(stores, eq(stores.id, storeId))) === 0)
    throw new AppError('STORE_NOT_FOUND')
  const source: Source<Figures> = {
    now: Date.now(),
    asOf: readsDoneUntil(),
    none,
    async rows(range: Range) {
      const found = await readFigures(db.search, range, by, storeIds)
      if (by !== 'store')
        return found.map((row) => ({ key: periodAt(Number(row.key), by).name, name: null, figures: toFigures(row) }))
      const shown = found
        .filter(({ visits }) => visits > 0)
        .sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1))
      const names = await namesOf(
        db,
        shown.map(({ key }) => key),
      )
      return shown.map((row) => ({ key: row.key, name: names.get(row.key) ?? null, figures: toFigures(row) }))
    },
    async total(range) {
      const [sums] = await readFigures(db.search, range, 'none', storeIds)
      return sums ? toFigures(sums) : none
    },
  }
  return composeStatistics(input, by, source)
}

/** The names of stores, also of closed ones. */
async function namesOf({ search }: Ctx['db'], ids: string[]): Promise<Map<string, string | null>> {
  const { id, name } = stores
  const found = await search.select({ id, name }).from(stores).where(inArray(id, ids))
  return new Map(found.map((store) => [store.id, store.name]))
}

/** `getVisitFigures` as a CSV file. */
export const exportVisitFigures = async (ctx: Deps, input: Input<Op>, caller: Caller): Promise<CsvPiece> =>
  statisticsCsv(await getVisitFigures(ctx, input, caller), input.by ?? 'day', columns)

const columns: CsvColumns<Figures> = [
  ['방문', ({ visits }) => visits],
  ['회원', ({ members }) => members],
  ['비회원', ({ guests }) => guests],
  ['첫 방문', ({ newPlates }) => newPlates],
  ['재방문', ({ returning }) => returning],
  ['늦은 도착', ({ late }) => late],
  ['번호 수정', ({ corrected }) => corrected],
  ['상품 사용', ({ used }) => used],
  ['출차 확인', ({ stays }) => stays],
  ['평균 머문 시간(분)', ({ averageStayMinutes }) => averageStayMinutes],
]

/** Visits by hour or day in Asia/Seoul, including periods without a visit. */
export async function getVisitStatistics(
  { db }: Pick<Ctx, 'db'>,
  input: Input<PeriodsOp>,
  caller: Caller,
): Promise<Result<PeriodsOp>> {
  const { by = 'day' } = input
  const range = rangeOf(input)
  const periods = periodsOf(range, by, mostPeriods)
  if (periods.length === 0) return []
  const rows = await readFigures(db.search, range, by, countedStores(input, caller))
  const found = new Map(rows.map((row) => [row.key, toFigures(row)]))
  return periods.map(({ start, name }) => {
    const { visits, members, guests, returning, late, corrected, used } = found.get(String(start)) ?? none
    return { period: name, visits, members, guests, returning, late, corrected, used }
  })
}
