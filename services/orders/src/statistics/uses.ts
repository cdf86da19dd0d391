import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type CsvColumns,
  type CsvPiece,
  composeStatistics,
  type contract,
  type Input,
  periodAt,
  type Range,
  type Result,
  type Source,
  statisticsCsv,
} from '@kingcar/contract'
import { countedStores } from '@kingcar/service'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { byName, productNames, storeNames } from './names.ts'
import { readUses } from './use-sums.ts'

type Op = typeof contract.orders.getUseFigures
type Figures = Result<Op>['total']
type Deps = Pick<Ctx, 'db' | 'now'>

const none: Figures = { uses: 0, reversed: 0, byHand: 0 }

/** Uses by hour, day, week, month, store or product. */
export async function getUseFigures({ db, now }: Deps, input: Input<Op>, caller: Caller): Promise<Result<Op>> {
  const storeIds = countedStores(input, caller)
  const { by = 'day', storeId } = input
  if (storeId !== undefined && (await db.read.$count(stores, eq(stores.id, storeId))) === 0)
    throw new AppError('STORE_NOT_FOUND')
  const rowsOf = async (range: Range) => {
    const found = await readUses(db.search, range, by, storeIds)
    if (by !== 'store' && by !== 'product')
      return found.map(({ key, ...figures }) => ({ key: periodAt(Number(key), by).name, name: null, figures }))
    const shown = found.filter(({ uses, reversed }) => uses !== 0 || reversed !== 0)
    const ids = shown.map(({ key }) => key)
    const names = await (by === 'store' ? storeNames(db.search, ids) : productNames(db.search, ids))
    return shown
      .map(({ key, ...figures }) => ({ key, name: names.get(key) ?? null, figures }))
      .sort((a, b) => b.figures.uses - a.figures.uses || byName(a, b))
  }
  const source: Source<Figures> = {
    now: now().getTime(),
    none,
    rows: rowsOf,
    async total(range) {
      const [sums] = await readUses(db.search, range, 'none', storeIds)
      if (!sums) return none
      const { key: _all, ...figures } = sums
      return figures
    },
  }
  return composeStatistics(input, by, source)
}

/** `getUseFigures` as a CSV file. */
export const exportUseFigures = async (ctx: Deps, input: Input<Op>, caller: Caller): Promise<CsvPiece> =>
  statisticsCsv(await getUseFigures(ctx, input, caller), input.by ?? 'day', columns)

const columns: CsvColumns<Figures> = [
  ['이용', ({ uses }) => uses],
  ['되돌림', ({ reversed }) => reversed],
  ['직접 사용', ({ byHand }) => byHand],
]
