import type { Caller } from '@kingcar/bus'
import { AppError, type OrderDetail } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { toCashReceipt } from '../cash-receipt/cash-receipt.ts'
import { findCashReceipt } from '../cash-receipt/queries.ts'
import type { PaymentWindow } from '../context.ts'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { describeOwedReturns } from '../owed-return/list.ts'
import { findOpenOwedReturnsOf } from '../owed-return/queries.ts'
import { ledger, type OrderRow, orders } from '../tables.ts'
import { summariseOrders } from './describe.ts'

/** An order with its ledger as a timeline, as administrators see it. @throws AppError ORDER_NOT_FOUND */
export async function getOrderDetail(read: Reader, payments: PaymentWindow, id: string): Promise<OrderDetail> {
  return describeOrderDetail(read, payments, await getOrderRow(read, id))
}

/** The condition that an order was sold at the counter of these stores; undefined for a caller of all stores. */
export const soldBy = ({ stores }: Pick<Caller, 'stores'>): SQL | undefined =>
  stores ? inArray(orders.storeId, [...stores]) : undefined

/**
 * @param limit the stores to which its member comes, or whose counter sold it; any by default
 * @throws AppError ORDER_NOT_FOUND
 */
export async function getOrderRow(read: Reader, id: string, limit: Pick<Caller, 'stores'> = {}): Promise<OrderRow> {
  const [row] = await read
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), or(ofOwnVisitors(orders.memberId, limit), soldBy(limit))))
  if (!row) throw new AppError('ORDER_NOT_FOUND')
  return row
}

/**
 * Like `getOrderRow`, for a change: a sale at a counter is changed by its own store alone. @throws AppError
 * ORDER_NOT_FOUND
 */
export async function getOrderToChange(read: Reader, id: string, limit: Pick<Caller, 'stores'>): Promise<OrderRow> {
  const row = await getOrderRow(read, id, limit)
  if (row.storeId !== null && limit.stores?.includes(row.storeId) === false) throw new AppError('ORDER_NOT_FOUND')
  return row
}

/** `getOrderDetail` for a row that is loaded. */
export async function describeOrderDetail(read: Reader, payments: PaymentWindow, row: OrderRow): Promise<OrderDetail> {
  const [summary] = await summariseOrders(read, payments, [row])
  if (!summary) throw new Error('order missing')
  const [entries, owedReturns, receipt] = await Promise.all([
    read.select().from(ledger).where(eq(ledger.orderId, row.id)).orderBy(asc(ledger.id)),
    findOpenOwedReturnsOf(read, row.id).then((rows) => describeOwedReturns(read, rows)),
    row.storeId === null ? undefined : findCashReceipt(read, row.id),
  ])
  const timeline = entries.map(({ at, fromState, toState, cause, amount, actorId }) => {
    return { at: at.toISOString(), from: fromState, to: toState, cause, amount, actorId }
  })
  const cashReceipt = receipt ? toCashReceipt(receipt) : null
  return Object.assign(summary, { storeId: row.storeId, cashReceipt, timeline, owedReturns })
}
