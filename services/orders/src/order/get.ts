import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Order, type OrderDetail } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { orders } from '../tables.ts'
import { describeOrder } from './describe.ts'
import { detailOf, findOrder } from './detail.ts'

type Input = { orderId: string }

/** One of the caller's orders. */
export async function getMyOrder(ctx: Ctx, { orderId }: Input, caller: Caller): Promise<Versioned<Order>> {
  const { read } = ctx.db
  const own = and(eq(orders.id, orderId), eq(orders.memberId, memberIdOf(caller)))
  const [row] = await read.select().from(orders).where(own)
  if (!row) throw new AppError('ORDER_NOT_FOUND')
  return { result: await describeOrder(read, ctx.payments, row), version: row.version }
}

/** One order, with its timeline. */
export async function getOrder({ db, payments }: Ctx, { orderId }: Input): Promise<Versioned<OrderDetail>> {
  const row = await findOrder(db.read, orderId)
  return { result: await detailOf(db.read, payments, row), version: row.version }
}
