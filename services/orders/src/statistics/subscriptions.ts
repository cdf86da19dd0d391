import {
  AppError,
  type CsvColumns,
  type CsvPiece,
  composeStatistics,
  type contract,
  type Input,
  type PeriodLength,
  periodAt,
  periodsOf,
  type Range,
  type Result,
  type Source,
  statisticsCsv,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'
import { byName, productNames } from './names.ts'
import { readLevels, readSums, type SubscriptionSums } from './subscription-sums.ts'

type Op = typeof contract.orders.getSubscriptionFigures
type Figures = Result<Op>['total']
type Deps = Pick<Ctx, 'db' | 'now'>

const none: Figures = {
  active: 0,
  started: 0,
  endedByStop: 0,
  endedByDunning: 0,
  endedByLeave: 0,
  endedOtherwise: 0,
  monthlyRevenue: 0,
}

/** Subscriptions by day, week, month or product, with the number of active ones at the end of each period. */
export async function getSubscriptionFigures(ctx: Deps, input: Input<Op>): Promise<Result<Op>> {
  const { by = 'day', productId } = input
  const { read, search } = ctx.db
  if (productId !== undefined && (await read.$count(products, eq(products.id, productId))) === 0)
    throw new AppError('PRODUCT_NOT_FOUND')
  const source: Source<Figures> = {
    now: ctx.now().getTime(),
    none,
    rows: (range) => (by === 'product' ? byProduct(search, range, productId) : byPeriod(search, range, by, productId)),
    async total({ since, until }) {
      const [[level], [change]] = await Promise.all([
        readLevels(search, until, 'none', productId),
        readSums(search, { since, until }, 'none', productId),
      ])
      return figuresOf(change, level)
    },
  }
  return composeStatistics(input, by, source)
}

/** The changes of a period, with the numbers at its end. */
const figuresOf = (
  { started, endedByStop, endedByDunning, endedByLeave, endedOtherwise }: Omit<Figures, Level> = none,
  { active, monthlyRevenue }: Pick<Figures, Level> = none,
): Figures => ({ active, started, endedByStop, endedByDunning, endedByLeave, endedOtherwise, monthlyRevenue })

type Level = 'active' | 'monthlyRevenue'

/** All periods of the range, because a period without a change has numbers at its end too. */
async function byPeriod(db: Reader, range: Range, by: PeriodLength, productId: string | undefined) {
  const [[before], changes] = await Promise.all([
    readLevels(db, range.since, 'none', productId),
    readSums(db, range, by, productId),
  ])
  const byName = new Map(changes.map((each) => [each.start === null ? '' : periodAt(each.start, by).name, each]))
  let { active, monthlyRevenue } = before ?? none
  return periodsOf(range, by, Number.POSITIVE_INFINITY).map(({ name: key }) => {
    const change = byName.get(key)
    active += change?.active ?? 0
    monthlyRevenue += change?.monthlyRevenue ?? 0
    return { key, name: null, figures: figuresOf(change, { active, monthlyRevenue }) }
  })
}

/** Products with a subscription in the range, those with the most active ones at its end first. */
async function byProduct(db: Reader, range: Range, productId: string | undefined) {
  const [levels, changes] = await Promise.all([
    readLevels(db, range.until, 'product', productId),
    readSums(db, range, 'product', productId),
  ])
  const changeOf = new Map(changes.map((each) => [each.productId, each]))
  const isShown = (level: SubscriptionSums) =>
    level.active !== 0 || Object.values(figuresOf(changeOf.get(level.productId))).some((count) => count !== 0)
  const shown = levels.flatMap((level) =>
    level.productId !== null && isShown(level) ? [{ key: level.productId, level }] : [],
  )
  const nameOf = await productNames(
    db,
    shown.map(({ key }) => key),
  )
  return shown
    .map(({ key, level }) => ({ key, name: nameOf.get(key) ?? null, figures: figuresOf(changeOf.get(key), level) }))
    .sort((a, b) => b.figures.active - a.figures.active || byName(a, b))
}

/** `getSubscriptionFigures` as a CSV file. */
export const exportSubscriptionFigures = async (ctx: Deps, input: Input<Op>): Promise<CsvPiece> =>
  statisticsCsv(await getSubscriptionFigures(ctx, input), input.by ?? 'day', columns)

const columns: CsvColumns<Figures> = [
  ['이용 중', ({ active }) => active],
  ['시작', ({ started }) => started],
  ['중지로 종료', ({ endedByStop }) => endedByStop],
  ['미결제로 종료', ({ endedByDunning }) => endedByDunning],
  ['탈퇴로 종료', ({ endedByLeave }) => endedByLeave],
  ['그 밖의 종료', ({ endedOtherwise }) => endedOtherwise],
  ['월 매출', ({ monthlyRevenue }) => monthlyRevenue],
]
