import type { Caller } from '@kingcar/bus'
import {
  type contract,
  type Input,
  isUuid,
  type Order,
  type OrderSummary,
  type PageOf,
  rangeOf,
} from '@kingcar/contract'
import { inRange, inSlice, page, type Reader } from '@kingcar/db'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rowTotal } from '../list/row-total.ts'
import { memberIdOf } from '../member/caller.ts'
import { memberMatches } from '../member/member-filter.ts'
import { orders } from '../tables.ts'
import { describeOrders, summariseOrders } from './describe.ts'

/** What orders can be sorted by. */
export const sortable = {
  id: orders.id,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  amount: orders.amount,
}
export const newestFirst = 'createdAt,desc'
export type Query = Input<typeof contract.orders.listOrders>

/** The caller's orders. */
export function listMyOrders(
  ctx: Ctx,
  input: Input<typeof contract.orders.listMyOrders>,
  caller: Caller,
): Promise<PageOf<Order>> {
  const { read } = ctx.db
  const which = and(eq(orders.memberId, memberIdOf(caller)), inState(input.state))
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select()
        .from(orders)
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return describeOrders(read, ctx.paymentWindow, rows)
    },
    () => read.$count(orders, which),
  )
}

/** Orders, the newest first unless asked otherwise. */
export async function listOrders({ db: { read }, paymentWindow }: Ctx, input: Query): Promise<PageOf<OrderSummary>> {
  const which = await filterOf(read, input)
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => {
      const rows = await read
        .select()
        .from(orders)
        .where(inSlice(read, orders, which, slice))
        .orderBy(...slice.orderBy)
      return summariseOrders(read, paymentWindow, rows)
    },
    () => (which ? read.$count(orders, which) : rowTotal(read, 'orders')),
  )
}

/** Undefined where all are asked for. */
export async function filterOf(read: Reader, { q, state, ...period }: Query): Promise<SQL | undefined> {
  const range = inRange(orders.createdAt, rangeOf(period))
  return and(inState(state), range, q === undefined ? undefined : await meant(read, q))
}

const inState = (state: Query['state']) => (state === undefined ? undefined : eq(orders.state, state))

/** What names one order means nothing else; any other text means members. */
async function meant(read: Reader, q: string): Promise<SQL | undefined> {
  const text = q.trim()
  if (isUuid(text)) return eq(orders.id, text)
  const [named] = await read.select({ id: orders.id }).from(orders).where(eq(orders.merchantUid, text))
  return named ? eq(orders.id, named.id) : memberMatches(orders.memberId, q)
}
