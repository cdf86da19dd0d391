import type { Caller } from '@kingcar/bus'
import {
  type contract,
  type Input,
  isUuid,
  mostCounted,
  type Order,
  type OrderSummary,
  type PageOf,
  paidOrderStates,
  type Result,
  rangeOf,
} from '@kingcar/contract'
import { inRange, type Reader } from '@kingcar/db'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isRefusedReceipt } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { listAllRows, listOwnRows, type RowList } from '../list/list-rows.ts'
import { memberIdOf } from '../member/caller.ts'
import { memberMatches, ofOwnVisitors } from '../member/member-filter.ts'
import { orders } from '../tables.ts'
import { describeOrders, summariseOrders } from './describe.ts'
import { soldBy } from './detail.ts'

export type ListContext = Pick<Ctx, 'db' | 'paymentWindow'>
export type Query = Input<typeof contract.orders.listOrders>

const order = {
  table: orders,
  sortable: { id: orders.id, createdAt: orders.createdAt, paidAt: orders.paidAt, amount: orders.amount },
  defaultSort: 'createdAt,desc',
}

/** The caller's orders. */
export function listMyOrders(
  { db: { read }, paymentWindow }: ListContext,
  input: Input<typeof contract.orders.listMyOrders>,
  caller: Caller,
): Promise<PageOf<Order>> {
  const filter = and(eq(orders.memberId, memberIdOf(caller)), inState(input.state))
  return listOwnRows(read, input, { ...order, filter, describe: (rows) => describeOrders(read, paymentWindow, rows) })
}

/** Orders of all members, the newest first by default. */
export const listOrders = async (ctx: ListContext, input: Query, caller: Caller): Promise<PageOf<OrderSummary>> =>
  listAllRows(ctx.db, input, 'orders', await ordersOf(ctx, input, caller))

/** The orders that match a query, as an administrator sees them. */
export async function ordersOf(
  { db: { read }, paymentWindow }: ListContext,
  { q, storeId, state, couponId, cashReceipt, ...period }: Query,
  caller: Caller,
): Promise<RowList<typeof orders, OrderSummary>> {
  const range = inRange(orders.createdAt, rangeOf(period))
  const found = q === undefined ? undefined : await matches(read, q, caller)
  const limit = storeId === undefined ? caller : { stores: [storeId] }
  // a receipt belongs to the store that sold, even if the member has never come there by car
  const own = cashReceipt === undefined ? ofOwnVisitors(orders.memberId, limit) : soldBy(limit)
  const filter = and(inState(state), hasCoupon(couponId), hasReceipt(cashReceipt), range, found, own)
  return { ...order, filter, describe: (rows) => summariseOrders(read, paymentWindow, rows) }
}

/** How many orders a query finds, and their sums unless there are too many. */
export async function countOrders(
  ctx: ListContext,
  { most = mostCounted, ...input }: Input<typeof contract.orders.countOrders>,
  caller: Caller,
): Promise<Result<typeof contract.orders.countOrders>> {
  const { search } = ctx.db
  const { filter } = await ordersOf(ctx, input, caller)
  const { state, amount, refundedAmount } = orders
  const found = search.select({ state, amount, refundedAmount }).from(orders).where(filter).limit(most).as('found')
  const [sums] = await search
    .select({
      count: count(),
      paid: sql`coalesce(sum(${found.amount}) filter (where ${inArray(found.state, paidOrderStates)}), 0)`.mapWith(
        Number,
      ),
      refunded: sql`coalesce(sum(${found.refundedAmount}), 0)`.mapWith(Number),
    })
    .from(found)
  if (!sums) throw new Error('an aggregate has no row')
  return sums.count < most ? sums : { count: sums.count, paid: null, refunded: null }
}

const inState = (state: Query['state']) => (state === undefined ? undefined : eq(orders.state, state))

const hasCoupon = (id: string | undefined) =>
  id === undefined ? undefined : sql`${orders.id} in (select order_id from coupon_redemptions where coupon_id = ${id})`

const hasReceipt = (state: Query['cashReceipt']) =>
  state === undefined ? undefined : sql`${orders.id} in (select order_id from cash_receipts where ${isRefusedReceipt})`

/** A text that is an order's id or `merchantUid` matches that order alone; any other text searches for members. */
async function matches(read: Reader, q: string, caller: Caller): Promise<SQL | undefined> {
  const text = q.trim()
  if (isUuid(text)) return eq(orders.id, text)
  const [named] = await read.select({ id: orders.id }).from(orders).where(eq(orders.merchantUid, text))
  return named ? eq(orders.id, named.id) : memberMatches(orders.memberId, q, caller)
}
