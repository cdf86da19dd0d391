import { AppError, type OrderDetail } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { asc, eq } from 'drizzle-orm'
import type { Payments } from '../context.ts'
import { shownMember } from '../member/shown.ts'
import { ledger, members, orders } from '../tables.ts'
import { describeOrder } from './describe.ts'

/** An order with everything that happened to it, as administrators see it. @throws AppError ORDER_NOT_FOUND */
export async function describeDetail(read: Reader | Tx, payments: Payments, id: string): Promise<OrderDetail> {
  const [found] = await read
    .select({ order: orders, member: members })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.memberId))
    .where(eq(orders.id, id))
  if (!found) throw new AppError('ORDER_NOT_FOUND')
  const entries = await read.select().from(ledger).where(eq(ledger.orderId, id)).orderBy(asc(ledger.id))
  const { name, phoneNumber } = shownMember(found.member ?? undefined)
  const timeline = entries.map(({ at, fromState, toState, cause, amount, actorId }) => {
    return { at: at.toISOString(), from: fromState, to: toState, cause, amount, actorId }
  })
  const order = await describeOrder(read, payments, found.order)
  return Object.assign(order, {
    memberId: found.order.memberId,
    memberName: name,
    memberPhoneNumber: phoneNumber,
    timeline,
  })
}
