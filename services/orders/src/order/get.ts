import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Order, type OrderDetail } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { orders } from '../tables.ts'
import { describeOrder } from './describe.ts'
import { describeOrderDetail, getOrderRow } from './detail.ts'

type Input = { orderId: string }
type Deps = Pick<Ctx, 'db' | 'paymentWindow'>

/** One of the caller's orders. */
export async function getMyOrder(ctx: Deps, { orderId }: Input, caller: Caller): Promise<Versioned<Order>> {
  const { read } = ctx.db
  const own = and(eq(orders.id, orderId), eq(orders.memberId, memberIdOf(caller)))
  const [row] = await read.select().from(orders).where(own)
  if (!row) throw new AppError('ORDER_NOT_FOUND')
  return { result: await describeOrder(read, ctx.paymentWindow, row), version: row.version }
}

/** An order of a member who comes to the caller's stores, or that they sold, with its timeline. */
export async function getOrder(
  { db, paymentWindow }: Deps,
  { orderId }: Input,
  caller: Caller,
): Promise<Versioned<OrderDetail>> {
  const row = await getOrderRow(db.read, orderId, caller)
  return { result: await describeOrderDetail(db.read, paymentWindow, row), version: row.version }
}
