import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type CsvColumns,
  type CsvPiece,
  type contract,
  counterMethods,
  csvLine,
  type Input,
  rangeOf,
  type Statement,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { countedStores } from '@kingcar/service'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { isAt } from './figures.ts'
import { methodNames } from './money.ts'
import { readMoney, severalStoresId } from './money-sums.ts'
import { byName, storeNames } from './names.ts'

type Query = Input<typeof contract.orders.getStatement>
type Row = Statement['rows'][number]
/** `key`: store and method. */
type Fee = { key: string; fee: number }

/** The money of a month by store and method, with the fees that settlement files have. */
export async function getStatement(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  input: Query,
  caller: Caller,
): Promise<Statement> {
  const { month, storeId } = input
  if (storeId !== undefined && (await db.read.$count(stores, eq(stores.id, storeId))) === 0)
    throw new AppError('STORE_NOT_FOUND')
  const storeIds = countedStores(input, caller)
  const days = daysOf(month)
  const asOf = now().toISOString()
  const [sums, fees, settledUntil] = await Promise.all([
    readMoney(db.search, rangeOf(days), 'storeAndMethod', { storeIds }),
    readFees(db.search, days, storeIds),
    readSettledUntil(db.search, days),
  ])
  const feeOf = new Map(fees.map(({ key, fee }) => [key, fee]))
  const moneyOf = new Map(sums.map((each) => [each.key, each]))
  const groups = [...new Set([...moneyOf.keys(), ...feeOf.keys()])].map((key) => {
    const [store = '', method = ''] = key.split(' ')
    return { key, store, method }
  })
  const names = await storeNames(
    db.search,
    groups.map(({ store }) => store),
  )
  const rows = groups
    .map(({ key, store, method }): Row => {
      const { orders = 0, paid = 0, refunded = 0 } = moneyOf.get(key) ?? {}
      const fee = feeOf.get(key) ?? 0
      const isSeveral = store === severalStoresId
      return {
        storeId: isSeveral ? null : store,
        storeName: isSeveral ? '여러 매장' : (names.get(store) ?? ''),
        method,
        methodName: methodNames.get(method) ?? method,
        atCounter: counterMethods.some((each) => each === method),
        ...{ orders, paid, refunded, fee, net: paid - refunded - fee },
      }
    })
    .filter(({ paid, refunded, fee }) => paid !== 0 || refunded !== 0 || fee !== 0)
    .sort((a, b) => byName({ name: a.storeName }, { name: b.storeName }) || b.paid - a.paid)
  return { month, asOf, settledUntil, rows }
}

/** `getStatement` as a CSV file. */
export async function exportStatement(ctx: Pick<Ctx, 'db' | 'now'>, input: Query, caller: Caller): Promise<CsvPiece> {
  const { rows } = await getStatement(ctx, input, caller)
  const total = (field: 'orders' | 'paid' | 'refunded' | 'fee' | 'net') =>
    rows.reduce((sum, row) => sum + row[field], 0)
  const lines = [
    csvLine(columns.map(([heading]) => heading)),
    ...rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))),
    csvLine(['합계', '', total('orders'), total('paid'), total('refunded'), total('fee'), total('net')]),
  ]
  return { lines: lines.join(''), next: null }
}

const columns: CsvColumns<Row> = [
  ['매장', ({ storeName }) => storeName],
  ['결제 수단', ({ methodName }) => methodName],
  ['결제한 주문', ({ orders }) => orders],
  ['결제', ({ paid }) => paid],
  ['환불', ({ refunded }) => refunded],
  ['수수료', ({ fee }) => fee],
  ['받을 금액', ({ net }) => net],
]

/** First and last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, nth, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}

/** Fees of a month with their VAT, by the store and method of the order. */
const readFees = (db: Reader, { from, to }: { from: string; to: string }, storeIds: readonly string[] | undefined) =>
  db.execute<Fee>(sql`
    select store_id::text || ' ' || method as key, sum(fee)::double precision as fee
    from (
      select coalesce(o.store_id, order_store(coalesce(o.store_ids, '[]'))) as store_id,
        order_method(o.payment_details, o.renews) as method, r.fee + r.vat as fee
      from settlement_rows r left join orders o on o.merchant_uid = r.merchant_uid
      where r.day between ${from}::date and ${to}::date
    ) f
    where ${isAt(storeIds)}
    group by 1`)

async function readSettledUntil(db: Reader, { from, to }: { from: string; to: string }): Promise<string | null> {
  const [row] = await db.execute<{ day: string | null }>(sql`
    select max(day)::text as day from settlement_rows where day between ${from}::date and ${to}::date`)
  return row?.day ?? null
}
