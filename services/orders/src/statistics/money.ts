import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type CsvColumns,
  type CsvPiece,
  composeStatistics,
  type contract,
  type Input,
  paymentMethodLabels,
  periodAt,
  type Range,
  type Result,
  type Source,
  severalStores,
  statisticsCsv,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { countedStores } from '@kingcar/service'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products, stores } from '../tables.ts'
import { type MoneyFilter, type MoneyGroup, readDiscounts, readMoney, severalStoresId } from './money-sums.ts'
import { byName, productNames, storeNames } from './names.ts'

type Op = typeof contract.orders.getMoneyFigures
type Figures = Result<Op>['total']
type Deps = Pick<Ctx, 'db' | 'now'>

const none: Figures = {
  orders: 0,
  paid: 0,
  refunded: 0,
  discount: 0,
  owed: 0,
  renewalsTried: 0,
  renewalsFailed: 0,
  renewalsRecovered: 0,
}

/** Payments, refunds, owed money and renewals by day, week, month, store, product or method. */
export async function getMoneyFigures({ db, now }: Deps, input: Input<Op>, caller: Caller): Promise<Result<Op>> {
  const storeIds = countedStores(input, caller)
  const { by = 'day', storeId, productId } = input
  if (storeId !== undefined && (await db.read.$count(stores, eq(stores.id, storeId))) === 0)
    throw new AppError('STORE_NOT_FOUND')
  if (productId !== undefined && (await db.read.$count(products, eq(products.id, productId))) === 0)
    throw new AppError('PRODUCT_NOT_FOUND')
  const rowsOf = async (range: Range) => {
    const found = await readFigures(db.search, range, by, { storeIds, productId })
    if (by === 'day' || by === 'week' || by === 'month')
      return found.map(({ key, ...figures }) => ({ key: periodAt(Number(key), by).name, name: null, figures }))
    const shown = found.filter(({ key: _key, ...figures }) => Object.values(figures).some((sum) => sum !== 0))
    const names = await namesOf(
      db.search,
      by,
      shown.map(({ key }) => key),
    )
    return shown
      .map(({ key, ...figures }) => ({
        key: key === severalStoresId ? severalStores : key,
        name: names.get(key) ?? null,
        figures,
      }))
      .sort((a, b) => b.figures.paid - a.figures.paid || byName(a, b))
  }
  const source: Source<Figures> = {
    now: now().getTime(),
    none,
    rows: rowsOf,
    async total(range) {
      const [sums] = await readFigures(db.search, range, 'none', { storeIds, productId })
      if (!sums) return none
      const { key: _all, ...figures } = sums
      return figures
    },
  }
  return composeStatistics(input, by, source)
}

async function readFigures(
  db: Reader,
  range: Range,
  by: MoneyGroup,
  filter: MoneyFilter,
): Promise<({ key: string } & Figures)[]> {
  const [money, discounts] = await Promise.all([readMoney(db, range, by, filter), readDiscounts(db, range, by, filter)])
  const sums = new Map(money.map((each) => [each.key, each]))
  // An order that cost nothing because of its coupon has a discount and no money.
  return [...new Set([...sums.keys(), ...discounts.keys()])].map((key) => ({
    ...(sums.get(key) ?? { ...none, key }),
    discount: discounts.get(key) ?? 0,
  }))
}

/** Names of methods of payment, including the unknown method. */
export const methodNames = new Map<string, string>([...Object.entries(paymentMethodLabels), ['unknown', '알 수 없음']])

async function namesOf(
  db: Reader,
  by: 'store' | 'product' | 'method',
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (by === 'method') return methodNames
  if (by === 'product') return productNames(db, keys)
  return (await storeNames(db, keys)).set(severalStoresId, '여러 매장')
}

/** `getMoneyFigures` as a CSV file. */
export const exportMoneyFigures = async (ctx: Deps, input: Input<Op>, caller: Caller): Promise<CsvPiece> =>
  statisticsCsv(await getMoneyFigures(ctx, input, caller), input.by ?? 'day', columns)

const columns: CsvColumns<Figures> = [
  ['결제한 주문', ({ orders }) => orders],
  ['결제', ({ paid }) => paid],
  ['환불', ({ refunded }) => refunded],
  ['순매출', ({ paid, refunded }) => paid - refunded],
  ['쿠폰 할인', ({ discount }) => discount],
  ['돌려줄 돈', ({ owed }) => owed],
  ['정기 결제 시도', ({ renewalsTried }) => renewalsTried],
  ['정기 결제 실패', ({ renewalsFailed }) => renewalsFailed],
  ['실패 후 결제', ({ renewalsRecovered }) => renewalsRecovered],
]
